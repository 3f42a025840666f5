import type { Role } from '@mojian/contract/core/permissions';
import { Form, Radio } from 'antd';
import { roleWords } from './user-words.ts';

const allows: Record<Role, string> = {
  owner: '什么都能做，包括备份与恢复',
  admin: '除备份之外都能做，动不了站长',
  editor: '文章、分类、标签、导航、图片；直接发布，也审别人的稿',
  moderator: '评论、说说、留言、聊天、友链、反馈',
  member: '不进后台',
  demo: '看得到后台，看不到个人信息，什么都不能改',
};

/** One of the roles that may be given, each with what it may. */
export function RoleChoice({ roles }: { roles: Role[] }) {
  return (
    <Form.Item name="role" label="角色" rules={[{ required: true, message: '请选择角色' }]}>
      <Radio.Group className="roles">
        {roles.map((role) => (
          <Radio key={role} value={role}>
            {roleWords[role]}
            <small>{allows[role]}</small>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  );
}
