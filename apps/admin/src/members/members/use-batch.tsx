import type { Role } from '@mojian/contract/core/permissions';
import type { BatchResult } from '@mojian/contract/platform/batch';
import { Form } from 'antd';
import { useState } from 'react';
import { FormModal } from '../../platform/form/form-modal.tsx';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';

export const batchActs = [
  { name: 'disable', title: '停用' },
  { name: 'enable', title: '恢复', confirm: '恢复之后，他们马上可以登录。' },
  { name: 'role', title: '修改角色' },
];

type Open = { name: string; ids: number[]; settle: (result: BatchResult | undefined) => void };

/** What may be done to several at once; what must be asked before is asked in a dialog. */
export function useBatch(roles: Role[]) {
  const [open, setOpen] = useState<Open>();
  const act = (ids: number[], name: string) => {
    if (name === 'enable') return api.members.act({ body: { act: 'enable', ids } });
    return new Promise<BatchResult | undefined>((settle) => setOpen({ name, ids, settle }));
  };
  const end = (result?: BatchResult) => {
    open?.settle(result);
    setOpen(undefined);
  };
  const dialog = open && <Ask open={open} roles={roles} end={end} />;
  return { act, dialog };
}

type AskProps = { open: Open; roles: Role[]; end: (result?: BatchResult) => void };

function Ask({ open: { name, ids }, roles, end }: AskProps) {
  const who = `选中的 ${ids.length} 个账号`;
  if (name === 'role') return <GiveRole who={who} ids={ids} roles={roles} end={end} />;
  const disable = async (bar: { reason: string; until: string | null }) =>
    end(await api.members.act({ body: { act: 'disable', ids, ...bar } }));
  return <DisableDialog who={who} disable={disable} close={() => end()} />;
}

type GiveProps = { who: string; ids: number[]; roles: Role[]; end: AskProps['end'] };

function GiveRole({ who, ids, roles, end }: GiveProps) {
  const [form] = Form.useForm<{ role: Role }>();
  const [isSaving, setSaving] = useState(false);
  const give = async ({ role }: { role: Role }) => {
    setSaving(true);
    try {
      end(await api.members.act({ body: { act: 'role', ids, role } }));
    } catch (error) {
      form.setFields([{ name: 'role', errors: [wordsOf(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<{ role: Role }> {...{ title: `修改${who}的角色`, form, isSaving, onSubmit: give }} onClose={() => end()}>
      <RoleChoice roles={roles} />
    </FormModal>
  );
}
