import type { MemberDetail } from '@mojian/contract/members/members-admin';
import { useQuery } from '@tanstack/react-query';
import { Avatar, Button, Form, Input, Tooltip } from 'antd';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams, useRevalidator } from 'react-router';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { queryClient } from '../../platform/query.ts';
import { roleNames } from '../../platform/role-names.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { type MemberAction, memberActions, type UserDialogName, useMemberAction } from './member-actions.ts';
import { UserDialog } from './user-dialogs.tsx';
import { UserFacts, UserHistory, UserRecent } from './user-facts.tsx';
import { UserState, wayNames } from './user-state.tsx';
import { UserWritings } from './writings.tsx';
import './users.css';

/** Fetched by the loader; the screen only follows later changes. */
const memberQuery = (id: string) => ({
  queryKey: ['members', id],
  queryFn: () => api.members.info({ query: { id } }),
  gcTime: 60_000,
  refetchOnMount: false,
  meta: { follows: ['users', 'articles', 'comments', 'says', 'board'] as const },
});

export const loader = ({ params }: LoaderFunctionArgs) => queryClient.fetchQuery(memberQuery(params.id ?? ''));

/** Drawn anew for each member: a note typed for one must not stand on the page of the next. */
export function Component() {
  const { id = '' } = useParams();
  return <User key={id} id={id} />;
}

function User({ id }: { id: string }) {
  const loaded = useLoaderData() as MemberDetail;
  const { data: member = loaded } = useQuery(memberQuery(id));
  const { revalidate } = useRevalidator();
  const { may } = useOffice();
  return (
    <>
      <div className="user-head">
        <Avatar className="user-avatar" size={48} src={member.avatar || undefined} alt="">
          {[...member.nickname][0]}
        </Avatar>
        <div>
          <h1>{member.nickname}</h1>
          <p>
            {member.state !== 'guest' && <span>{roleNames[member.role]}</span>}
            <UserState {...member} />
            {member.email && <span>{member.email}</span>}
          </p>
        </div>
        <MemberActions member={member} onDone={revalidate} />
      </div>
      {member.state === 'disabled' && <p className="user-barred">停用的原因：{member.disabledReason}</p>}
      {member.mute && <p className="user-barred">禁言的原因：{member.mutedReason}</p>}
      <div className="user-grid">
        <div>
          <UserFacts member={member} />
          <UserWritings member={member} onDone={revalidate} />
          <UserRecent member={member} />
          {may('audit.read') && member.state !== 'guest' && <UserHistory member={member} />}
        </div>
        <div>
          {member.notes && <UserNotes member={member} notes={member.notes} onDone={revalidate} />}
          {member.personal && <UserLogins member={member} personal={member.personal} onDone={revalidate} />}
        </div>
      </div>
    </>
  );
}

type Props = { member: MemberDetail; onDone: () => void };

function MemberActions({ member, onDone }: Props) {
  const { role } = useOffice();
  const [open, setOpen] = useState<UserDialogName>();
  const act = useMemberAction(onDone);
  const navigate = useNavigate();
  if (role === 'demo') return <DemoActions member={member} />;
  if (!member.manageable && !member.mergeable) return null;
  /** `remaining`: the account that is left; a merged guest has no page any more. */
  const close = (isDone: boolean, remaining = member.id) => {
    setOpen(undefined);
    if (!isDone) return;
    if (remaining === member.id) onDone();
    else void navigate(`/users/${remaining}`, { replace: true });
  };
  return (
    <div className="page-acts">
      {memberActions(member).map((one) =>
        'dialog' in one ? (
          <Button key={one.title} {...buttonLook(one)} onClick={() => setOpen(one.dialog)}>
            {one.title}
          </Button>
        ) : (
          <Confirm key={one.title} title={one.ask.sentence} onConfirm={() => act(one.ask.done, one.ask.work)}>
            <Button {...buttonLook(one)}>{one.title}</Button>
          </Confirm>
        ),
      )}
      {open && <UserDialog name={open} member={member} close={close} />}
    </div>
  );
}

function buttonLook({ look }: MemberAction) {
  return { danger: look === 'danger', type: look === 'primary' ? 'primary' : 'default' } as const;
}

function DemoActions({ member }: { member: MemberDetail }) {
  return (
    <div className="page-acts">
      {memberActions(member).map(({ title }) => (
        <Tooltip key={title} title="演示模式，不允许操作">
          <Button disabled>{title}</Button>
        </Tooltip>
      ))}
    </div>
  );
}

type UserNotesProps = { member: MemberDetail; notes: NonNullable<MemberDetail['notes']>; onDone: () => void };

function UserNotes({ member, notes, onDone }: UserNotesProps) {
  const act = useMemberAction(onDone);
  return (
    <section className="card user-card user-notes">
      <h2>备注</h2>
      {member.may.note && <NewNote id={member.id} onDone={onDone} />}
      {notes.length === 0 && <p className="empty-note">还没有备注。只有管理的人看得到。</p>}
      <ul>
        {notes.map(({ id, author, text, createdAt, removable }) => (
          <li key={id}>
            <p>{text}</p>
            <small>
              {author} · <ShortTime time={createdAt} />
            </small>
            {removable && (
              <Confirm
                title="删除这条备注？删除后不能恢复。"
                onConfirm={() => act('备注已删除', () => api.members.removeNote({ query: { id } }))}
              >
                <Button type="text" size="small">
                  删除
                </Button>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewNote({ id, onDone }: { id: number; onDone: () => void }) {
  const [form] = Form.useForm<{ text: string }>();
  const [isBusy, setBusy] = useState(false);
  const save = async ({ text }: { text: string }) => {
    setBusy(true);
    try {
      await api.members.addNote({ body: { id, text: text ?? '' } });
      form.resetFields();
      onDone();
    } catch (error) {
      form.setFields([{ name: 'text', errors: [errorText(error)] }]);
    }
    setBusy(false);
  };
  return (
    <Form form={form} layout="vertical" onFinish={save}>
      <Form.Item name="text" label="写一条备注">
        <Input.TextArea rows={2} maxLength={1000} readOnly={isBusy} />
      </Form.Item>
      <Form.Item>
        <Button htmlType="submit" loading={isBusy}>
          保存
        </Button>
      </Form.Item>
    </Form>
  );
}

type Personal = NonNullable<MemberDetail['personal']>;
type UserLoginsProps = { member: MemberDetail; personal: Personal; onDone: () => void };

function UserLogins({ member, personal, onDone }: UserLoginsProps) {
  const act = useMemberAction(onDone);
  const { id, manageable } = member;
  return (
    <>
      <section className="card user-card">
        <h2>登录方式</h2>
        <p className="empty-note">{loginWays(member, personal).join('、') || '没有：这个账号不能登录'}</p>
      </section>
      <section className="card user-card">
        <h2>登录中的设备</h2>
        {personal.sessions.length === 0 && <p className="empty-note">没有登录。</p>}
        <ul>
          {personal.sessions.map((session) => (
            <li key={session.id}>
              <span>{session.device || '未知设备'}</span>
              <small>
                {[session.place, wayNames[session.way] ?? session.way].filter(Boolean).join(' · ')} ·{' '}
                <ShortTime time={session.usedAt} />
                {session.current && ' · 你正在用'}
              </small>
              {manageable && !session.current && (
                <Button
                  type="text"
                  size="small"
                  onClick={() =>
                    act('这台设备已退出', () => api.members.endSession({ query: { id, session: session.id } }))
                  }
                >
                  退出
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function loginWays({ email }: MemberDetail, { password, passkeys, social }: Personal) {
  return [
    ...(email ? ['邮箱验证码'] : []),
    ...(password && email ? ['密码'] : []),
    ...(passkeys > 0 ? [`通行密钥 ${passkeys} 把`] : []),
    ...social.map(({ provider, name }) => `${wayNames[provider] ?? provider}${name && `（${name}）`}`),
  ];
}
