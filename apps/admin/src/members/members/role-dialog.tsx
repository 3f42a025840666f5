import type { Role } from '@mojian/contract/core/permissions';
import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Checkbox, Form } from 'antd';
import { useState } from 'react';
import { FormModal } from '../../platform/form/form-modal.tsx';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { RoleChoice } from './role-choice.tsx';

type Values = { role: Role; sure?: boolean };
type Props = { member: MemberDetail; close: (isDone: boolean) => void };

/** A choice among the roles that may be given. One's own is changed only after a second word. */
export function RoleDialog({ member, close }: Props) {
  const { id, role: from, isMe, may, nickname } = member;
  const [form] = Form.useForm<Values>();
  const [isSaving, setSaving] = useState(false);
  const save = async ({ role, sure = false }: Values) => {
    setSaving(true);
    try {
      await api.members.changeRole({ body: { id, from, role, sure } });
      if (isMe) location.assign('/admin');
      else close(true);
    } catch (error) {
      form.setFields([{ name: 'role', errors: [wordsOf(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<Values>
      {...{ title: isMe ? '修改自己的角色' : `修改 ${nickname} 的角色`, form, isSaving, onSubmit: save }}
      initial={{ role: from }}
      onClose={() => close(false)}
    >
      <RoleChoice roles={may.roles} />
      {isMe && (
        <Form.Item name="sure" valuePropName="checked">
          <Checkbox>这是我自己的角色，改了之后我可能再也进不来；我确定</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  );
}
