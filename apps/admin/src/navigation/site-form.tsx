import type { NavigationSiteRow } from '@mojian/contract/admin/navigation';
import { Form, Input, Modal } from 'antd';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';
import { useOffice } from '../shell/use-office.ts';

type Props = { groupId: number; site?: NavigationSiteRow; onClose: () => void; onDone: () => void };
type Fields = { name: string; url: string; info?: string; logo?: string };

export function SiteForm({ groupId, site, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const isDemo = useOffice().role === 'demo';
  const submit = async (fields: Fields) => {
    const known = site ? { id: site.id, version: site.version } : {};
    if (await save(() => api.navigation.saveSite({ body: { ...fields, groupId, ...known } }), '保存了')) onDone();
  };
  return (
    <Modal
      open
      title={site ? '编辑站点' : '加一个站'}
      okText="保存"
      okButtonProps={{ disabled: isDemo, loading: isSaving }}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <Form form={form} layout="vertical" initialValues={site ?? {}} onFinish={submit} requiredMark={false}>
        <Form.Item name="name" label="站名">
          <Input />
        </Form.Item>
        <Form.Item name="url" label="网址">
          <Input inputMode="url" />
        </Form.Item>
        <Form.Item name="info" label="简介">
          <Input />
        </Form.Item>
        <Form.Item name="logo" label="图标" extra="本站文件的地址，如 /files/…；不填就用站名的第一个字。">
          <Input inputMode="url" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
