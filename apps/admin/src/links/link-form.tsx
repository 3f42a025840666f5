import type { LinkFields, LinkRow } from '@mojian/contract/admin/links';
import { Form, Input, Modal } from 'antd';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';
import { useOffice } from '../shell/use-office.ts';

type Props = { link: LinkRow | undefined; onClose: () => void; onDone: () => void };

/** Adds a friend, or changes what is told of one. */
export function LinkForm({ link, onClose, onDone }: Props) {
  const [form] = Form.useForm<LinkFields>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const isDemo = useOffice().role === 'demo';
  const submit = async (fields: LinkFields) => {
    const { id, version } = link ?? {};
    const act = () =>
      id === undefined || version === undefined
        ? api.links.add({ body: fields })
        : api.links.change({ body: { ...fields, id, version } });
    if (await save(act, link ? '改好了' : '加好了')) onDone();
  };
  return (
    <Modal
      open
      title={link ? '编辑友链' : '加友链'}
      okText="保存"
      okButtonProps={{ disabled: isDemo, loading: isSaving }}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <Form form={form} layout="vertical" initialValues={link ?? {}} onFinish={submit} requiredMark={false}>
        <Form.Item name="name" label="站名">
          <Input />
        </Form.Item>
        <Form.Item name="url" label="网址">
          <Input inputMode="url" />
        </Form.Item>
        <Form.Item name="info" label="简介">
          <Input />
        </Form.Item>
        <Form.Item name="avatar" label="头像地址" extra="本站会留一份，读者不会向对方要。">
          <Input inputMode="url" />
        </Form.Item>
        <Form.Item name="groupName" label="组">
          <Input />
        </Form.Item>
        <Form.Item name="email" label="邮箱" extra="只有后台看得到。">
          <Input inputMode="email" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
