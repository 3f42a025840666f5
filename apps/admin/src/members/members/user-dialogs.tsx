import type { MemberDetail } from '@mojian/contract/members/members-admin';
import type { Role } from '@mojian/contract/platform/permissions';
import { Alert, Button, Checkbox, Form, Input, Modal, Radio, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { hideWritings } from '../../core/moderation/hide-writings.ts';
import {
  DisableDialog,
  type Disabling,
  MuteDialog,
  type Restriction,
} from '../../core/moderation/restriction-dialogs.tsx';
import { FormModal } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { roleNames } from '../../platform/role-names.ts';
import type { UserDialogName } from './member-actions.ts';
import { MergeAccountsDialog } from './merge-dialog.tsx';

/** `remaining`: the account that is left after a merge. */
type Close = (isDone: boolean, remaining?: number) => void;
type Props = { name: UserDialogName; member: MemberDetail; close: Close };

export function UserDialog({ name, member, close }: Props) {
  const { id, nickname } = member;
  const cancel = () => close(false);
  const disable = async ({ writings, ...bar }: Disabling) => {
    await api.members.disable({ body: { id, ...bar } });
    await hideWritings(id, writings);
    close(true);
  };
  const mute = async (bar: Restriction) => {
    await api.members.mute({ body: { id, ...bar } });
    close(true);
  };
  if (name === 'disable') return <DisableDialog who={nickname} disable={disable} close={cancel} />;
  if (name === 'mute') return <MuteDialog who={nickname} mute={mute} close={cancel} />;
  if (name === 'role') return <RoleDialog member={member} close={close} />;
  if (name === 'merge') return <MergeAccountsDialog member={member} close={close} />;
  return <ResetDialog member={member} close={close} />;
}

type RoleDialogValues = { role: Role; sure?: boolean };
type RoleDialogProps = { member: MemberDetail; close: (isDone: boolean) => void };

/** Changing one's own role needs a second confirmation. */
function RoleDialog({ member, close }: RoleDialogProps) {
  const { id, role: from, isMe, may, nickname } = member;
  const [form] = Form.useForm<RoleDialogValues>();
  const [isSaving, setSaving] = useState(false);
  const save = async ({ role, sure = false }: RoleDialogValues) => {
    setSaving(true);
    try {
      await api.members.changeRole({ body: { id, from, role, sure } });
      if (isMe) location.assign('/admin');
      else close(true);
    } catch (error) {
      form.setFields([{ name: 'role', errors: [errorText(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<RoleDialogValues>
      title={isMe ? '修改自己的角色' : `修改 ${nickname} 的角色`}
      form={form}
      isSaving={isSaving}
      onSubmit={save}
      initial={{ role: from }}
      onClose={() => close(false)}
    >
      <RoleChoice roles={may.roles} from={from} />
      {isMe && (
        <Form.Item name="sure" valuePropName="checked">
          <Checkbox>这是我自己的角色，改了之后我可能再也进不来；我确定</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  );
}

const roleAbilities: Record<Role, string> = {
  owner: '什么都能做，包括备份与恢复',
  admin: '除备份之外都能做，动不了站长',
  editor: '文章、分类、标签、导航、图片；直接发布，也审别人的稿',
  moderator: '评论、说说、留言、聊天、友链、反馈',
  member: '不进后台',
  demo: '看得到后台，看不到个人信息，什么都不能改',
};

/** Making somebody an owner cannot be taken back by who did it: it asks for a typed word. */
export function RoleChoice({ roles, from }: { roles: Role[]; from?: Role }) {
  const isNewOwner = Form.useWatch('role') === 'owner' && from !== 'owner';
  return (
    <>
      <RoleRadios roles={roles} />
      {isNewOwner && (
        <Form.Item
          name="typed"
          label={`输入「${ownerWord}」确认`}
          extra="站长什么都能做：看所有人的资料，下载和恢复备份，也能撤掉你。"
          rules={[{ required: true, pattern: new RegExp(`^\\s*${ownerWord}\\s*$`), message: `请输入「${ownerWord}」` }]}
        >
          <Input autoComplete="off" />
        </Form.Item>
      )}
    </>
  );
}

const ownerWord = '设为站长';

function RoleRadios({ roles }: { roles: Role[] }) {
  return (
    <Form.Item name="role" label="角色" rules={[{ required: true, message: '请选择角色' }]}>
      <Radio.Group className="user-roles">
        {roles.map((role) => (
          <Radio key={role} value={role}>
            {roleNames[role]}
            <small>{roleAbilities[role]}</small>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  );
}

type ResetState = { link?: string; isMailed?: boolean; refusal?: string; isBusy?: boolean };
type ResetDialogProps = { member: MemberDetail; close: (isDone: boolean) => void };

/** Creates a link to set a new password, mailed or handed over. */
function ResetDialog({ member: { id, nickname, email, may }, close }: ResetDialogProps) {
  const [{ link, isMailed, refusal, isBusy }, setState] = useState<ResetState>({});
  const make = async (by: 'mail' | 'copy') => {
    setState({ isBusy: true });
    try {
      const { link } = await api.members.resetLink({ body: { id, by } });
      setState(by === 'mail' ? { isMailed: true } : { link });
    } catch (error) {
      setState({ refusal: errorText(error) });
    }
  };
  return (
    <Modal open title={`重设 ${nickname} 的密码`} footer={null} onCancel={() => close(false)}>
      <p>生成一个链接，24 小时内有效，只能用一次；之前生成的随即作废。现在的密码在对方用过链接之前不变。</p>
      <ResetNotes email={email} may={may} />
      {refusal && <Alert type="error" title={refusal} />}
      {isMailed && <Alert type="success" title={`已发送到 ${email}`} />}
      {link && (
        <Typography.Paragraph className="user-link" copyable={{ text: link }} code>
          {link}
        </Typography.Paragraph>
      )}
      <div className="page-acts">
        {may.copy && (
          <Button loading={isBusy ?? false} onClick={() => make('copy')}>
            {link ? '重新生成' : '生成链接，自己转交'}
          </Button>
        )}
        <Button
          type="primary"
          disabled={!may.mail || email === ''}
          loading={isBusy ?? false}
          onClick={() => make('mail')}
        >
          发邮件给对方
        </Button>
      </div>
    </Modal>
  );
}

function ResetNotes({ email, may }: Pick<MemberDetail, 'email' | 'may'>) {
  return (
    <>
      {email === '' && (
        <p className="empty-note">
          {may.copy ? '这个账号没有邮箱，请把链接转交给对方。' : '这个账号没有邮箱，只有站长能生成链接来转交。'}
        </p>
      )}
      {may.copy && (
        <p className="empty-note">自己转交时，对方会收到通知{email && '和邮件'}：拿到链接的人能登录这个账号。</p>
      )}
      {may.mail && email && <p className="empty-note">邮件会寄到 {email}。</p>}
      {!may.mail && email && (
        <p className="empty-note">
          还没有设置发信服务器，不能发邮件。<Link to="/settings#set-mail">去设置</Link>
        </p>
      )}
    </>
  );
}
