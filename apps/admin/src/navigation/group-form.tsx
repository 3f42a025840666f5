import type { NavigationGroupRow } from '@mojian/contract/admin/navigation';
import { Form, Input } from 'antd';
import { FormModal } from '../form/form-modal.tsx';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';

type Props = { group: NavigationGroupRow | undefined; onClose: () => void; onDone: () => void };

export function GroupForm({ group, onClose, onDone }: Props) {
  const [form] = Form.useForm<{ name: string }>();
  const { save, isSaving } = useSave(form, { onStale: onDone });
  const submit = async ({ name = '' }: { name: string }) => {
    const known = group ? { id: group.id, version: group.version } : {};
    if (await save(() => api.navigation.saveGroup({ body: { name, ...known } }), '保存了')) onDone();
  };
  return (
    <FormModal
      title={group ? '改组名' : '加一组'}
      form={form}
      initial={group ?? {}}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label="组名">
        <Input />
      </Form.Item>
    </FormModal>
  );
}
