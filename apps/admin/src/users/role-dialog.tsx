import type { MemberDetail } from '@mojian/contract/admin/member-detail';
import type { Role } from '@mojian/contract/permissions';
import { Checkbox, Form, Modal, Radio } from 'antd';
import { useState } from 'react';
import { api } from '../http-api.ts';
import { wordsOf } from '../words-of.ts';
import { roleWords } from './user-words.ts';

const allows: Record<Role, string> = {
  owner: '什么都能做，包括备份与恢复',
  admin: '除备份之外都能做，动不了站长',
  editor: '文章、分类、标签、导航、图片；直接发布，也审别人的稿',
  moderator: '评论、说说、留言、聊天、友链、反馈',
  member: '不进后台',
  demo: '看得到后台，看不到个人信息，什么都不能改',
};

type Values = { role: Role; sure?: boolean };
type Props = { member: MemberDetail; close: (isDone: boolean) => void };

/** A choice among the roles that may be given. One's own is changed only after a second word. */
export function RoleDialog({ member, close }: Props) {
  const { id, role: from, isMe, may, nickname } = member;
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const save = async ({ role, sure = false }: Values) => {
    setBusy(true);
    try {
      await api.members.changeRole({ body: { id, from, role, sure } });
      if (isMe) location.assign('/admin');
      else close(true);
    } catch (error) {
      form.setFields([{ name: 'role', errors: [wordsOf(error)] }]);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={isMe ? '改自己的角色' : `改 ${nickname} 的角色`}
      okText="保存"
      okButtonProps={{ htmlType: 'submit', form: 'role', loading: isBusy }}
      onCancel={() => close(false)}
    >
      <Form id="role" form={form} layout="vertical" initialValues={{ role: from }} onFinish={save}>
        <Form.Item name="role" label="角色">
          <Radio.Group className="roles">
            {may.roles.map((role) => (
              <Radio key={role} value={role}>
                {roleWords[role]}
                <small>{allows[role]}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        {isMe && (
          <Form.Item name="sure" valuePropName="checked">
            <Checkbox>这是我自己的角色，改了之后我可能再也进不来；我确定</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
