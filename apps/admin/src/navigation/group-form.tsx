import type { NavigationGroupRow } from '@mojian/contract/admin/navigation';
import { Form, Input, Modal } from 'antd';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';
import { useOffice } from '../shell/use-office.ts';

type Props = { group: NavigationGroupRow | undefined; onClose: () => void; onDone: () => void };

export function GroupForm({ group, onClose, onDone }: Props) {
  const [form] = Form.useForm<{ name: string }>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const isDemo = useOffice().role === 'demo';
  const submit = async ({ name = '' }: { name: string }) => {
    const known = group ? { id: group.id, version: group.version } : {};
    if (await save(() => api.navigation.saveGroup({ body: { name, ...known } }), '保存了')) onDone();
  };
  return (
    <Modal
      open
      title={group ? '改组名' : '加一组'}
      okText="保存"
      okButtonProps={{ disabled: isDemo, loading: isSaving }}
      onOk={() => form.submit()}
      onCancel={onClose}
      maskClosable={false}
    >
      <Form form={form} layout="vertical" initialValues={group ?? {}} onFinish={submit} requiredMark={false}>
        <Form.Item name="name" label="组名">
          <Input />
        </Form.Item>
      </Form>
    </Modal>
  );
}
