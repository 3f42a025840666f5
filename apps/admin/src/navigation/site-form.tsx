import type { NavigationSiteRow } from '@mojian/contract/admin/navigation';
import { Form, Input } from 'antd';
import { FormModal } from '../form/form-modal.tsx';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';

type Props = { groupId: number; site?: NavigationSiteRow; onClose: () => void; onDone: () => void };
type Fields = { name: string; url: string; info?: string; logo?: string };

export function SiteForm({ groupId, site, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const submit = async (fields: Fields) => {
    const known = site ? { id: site.id, version: site.version } : {};
    if (await save(() => api.navigation.saveSite({ body: { ...fields, groupId, ...known } }), '保存了')) onDone();
  };
  return (
    <FormModal
      title={site ? '编辑站点' : '加一个站'}
      form={form}
      initial={site ?? {}}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormModal>
  );
}
