import type { NavigationGroupRow } from '@mojian/contract/pages/navigation-admin';
import { Form, Input } from 'antd';
import { SaveForm } from '../../platform/form/save-form.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { group: NavigationGroupRow | undefined; onClose: () => void; onDone: () => void };

export function GroupForm({ group, ...ends }: Props) {
  const known = group ? { id: group.id, version: group.version } : {};
  return (
    <SaveForm<{ name?: string }>
      {...ends}
      title={group ? '编辑分组' : '新建分组'}
      said="已保存"
      initial={group ?? {}}
      send={({ name = '' }) => api.navigation.saveGroup({ body: { name, ...known } })}
    >
      <Form.Item name="name" label="组名">
        <Input />
      </Form.Item>
    </SaveForm>
  );
}
