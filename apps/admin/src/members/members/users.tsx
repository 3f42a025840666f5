import type { MemberDetail, MemberRow } from '@mojian/contract/members/members-admin';
import type { BatchResult } from '@mojian/contract/platform/fields';
import { type Role, roles } from '@mojian/contract/platform/permissions';
import { Icon } from '@mojian/ui/icon';
import { App, Avatar, Button, Dropdown, Form } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { hideWritings } from '../../core/moderation/hide-writings.ts';
import { DisableDialog, type Disabling } from '../../core/moderation/restriction-dialogs.tsx';
import { FormModal } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useQuestion } from '../../platform/listing/dialogs.ts';
import { exported, type RowFields } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { roleNames } from '../../platform/role-names.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import { PageTabs } from '../../platform/shell/page-tabs.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { type MemberAction, memberActions, type UserDialogName, useMemberAction } from './member-actions.ts';
import { RoleChoice, UserDialog } from './user-dialogs.tsx';
import { stateNames, UserState } from './user-state.tsx';
import './users.css';

const filters = {
  text: '昵称或编号',
  role: { label: '角色', options: roleNames },
  state: { label: '状态', options: { ...stateNames, muted: '禁言中' } },
  joined: { label: '注册', options: { 7: '最近 7 天', 30: '最近 30 天', 365: '最近一年' } },
} satisfies FiltersFor<typeof api.members.list>;

/** Adds what only staff who manage members see: addresses, and when somebody was here. */
const filtersOfManagers = {
  ...filters,
  text: '昵称、邮箱或编号',
  seen: { label: '最近访问', options: { 7: '最近 7 天', 30: '最近 30 天', not90: '90 天未访问' } },
  order: { label: '排序', unset: '最新注册的在前', options: { seen: '最近访问的在前' } },
} satisfies FiltersFor<typeof api.members.list>;

const roleOf = (role: Role, { state }: MemberRow) => (state === 'guest' ? '' : roleNames[role]);

const fields: RowFields<MemberRow> = {
  id: exported('编号'),
  nickname: { title: '用户', cell: (_, row) => <MemberName row={row} />, csvTitle: '昵称', csv: (name) => name },
  email: exported('邮箱'),
  role: { title: '角色', cell: roleOf, csv: roleOf },
  state: { title: '状态', cell: (_, row) => <UserState {...row} />, csv: (state) => stateNames[state] },
  mute: { title: '禁言', csv: (mute) => (mute ? (mute.until ?? '永久') : '') },
  articles: {
    title: '写过',
    className: 'users-written',
    cell: (articles, { comments }) => `文章 ${articles} · 评论 ${comments}`,
    csvTitle: '文章',
    csv: (articles) => articles,
  },
  comments: exported('评论'),
  joinedAt: { title: '注册', cell: (_, row) => <Joined {...row} />, csv: (joinedAt) => joinedAt },
  seenAt: {
    title: '最近访问',
    cell: (seenAt, { state }) => (state === 'guest' ? null : <ShortTime time={seenAt} />),
    csv: (seenAt) => seenAt ?? '',
  },
};

const fieldsOfOthers: RowFields<MemberRow> = {
  ...fields,
  seenAt: { title: '最近访问', csv: (seenAt) => seenAt ?? '' },
};

export function Component() {
  const { may, role, isDemo } = useOffice();
  const isManager = may('users.manage');
  const { act, dialog } = useBatch(role === 'owner' ? [...roles] : roles.filter((one) => one !== 'owner'));
  const [round, setRound] = useState(0);
  const menu = useMemberMenu(() => setRound((before) => before + 1));
  return (
    <>
      <Listing<MemberRow>
        title="用户"
        none="还没有用户"
        load={api.members.list}
        follows={['users', 'articles', 'comments']}
        filters={isManager ? filtersOfManagers : filters}
        fields={isManager ? fields : fieldsOfOthers}
        round={round}
        rowMenu={(row) => <MemberRowActions row={row} start={menu.start} />}
        acts={isManager || isDemo ? batchActs : []}
        act={act}
        extra={isManager && <MembersNav here="" />}
      />
      {dialog}
      {menu.dialog}
    </>
  );
}

/** Guests never registered: theirs is the time of their earliest text. */
function Joined({ joinedAt, state }: MemberRow) {
  if (state !== 'guest') return <ShortTime time={joinedAt} />;
  return (
    <span className="user-earliest">
      最早 <ShortTime time={joinedAt} />
    </span>
  );
}

function MemberName({ row: { id, nickname, avatar, email } }: { row: MemberRow }) {
  return (
    <span className="user-person">
      <Avatar className="user-avatar" size={32} src={avatar || undefined} alt="">
        {[...nickname][0]}
      </Avatar>
      <span>
        <Link to={`/users/${id}`}>{nickname}</Link>
        {email && <small>{email}</small>}
      </span>
    </span>
  );
}

type OpenDialog = { name: UserDialogName; member: MemberDetail };

function useMemberMenu(onDone: () => void) {
  const { modal, message } = App.useApp();
  const [open, setOpen] = useState<OpenDialog>();
  const latest = useRef<MemberAction>(undefined);
  const act = useMemberAction(onDone);
  const start = async ({ id, nickname }: MemberRow, chosen: MemberAction) => {
    latest.current = chosen;
    if ('ask' in chosen) {
      const { sentence, done, work } = chosen.ask;
      const onOk = () => act(done, work);
      modal.confirm({ title: `${chosen.title} ${nickname}`, content: sentence, onOk });
      return;
    }
    try {
      const member = await api.members.info({ query: { id: String(id) } });
      // another member may have been chosen meanwhile
      if (latest.current === chosen) setOpen({ name: chosen.dialog, member });
    } catch (error) {
      message.error(errorText(error));
    }
  };
  const close = (isDone: boolean) => {
    setOpen(undefined);
    if (isDone) onDone();
  };
  return { start, dialog: open && <UserDialog {...open} close={close} /> };
}

type Props = { row: MemberRow; start: (row: MemberRow, act: MemberAction) => void };

function MemberRowActions({ row, start }: Props) {
  const { isDemo } = useOffice();
  const acts = memberActions(row);
  return (
    <span className="row-acts">
      <Link to={`/users/${row.id}`} aria-label={`打开：${row.nickname}`}>
        打开
      </Link>
      {(row.manageable || row.mergeable || isDemo) && (
        <Dropdown
          trigger={['click']}
          autoFocus
          disabled={isDemo}
          menu={{
            items: acts.map(({ title, look }) => ({ key: title, label: title, danger: look === 'danger' })),
            onClick: ({ key }) => {
              const chosen = acts.find(({ title }) => title === key);
              if (chosen) start(row, chosen);
            },
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<Icon name="dots" />}
            aria-label={`更多：${row.nickname}`}
            title={isDemo ? demoHint : undefined}
          />
        </Dropdown>
      )}
    </span>
  );
}

const batchActs = [
  { name: 'disable', title: '停用' },
  { name: 'enable', title: '恢复', confirm: '恢复之后，他们马上可以登录。' },
  { name: 'role', title: '修改角色' },
];

type Batch = { name: string; ids: number[] };

/** Runs batch actions on members; those that need input open a dialog first. */
function useBatch(roles: Role[]) {
  const { question, ask, answer } = useQuestion<Batch, BatchResult>();
  const act = (ids: number[], name: string) =>
    name === 'enable' ? api.members.act({ body: { act: 'enable', ids } }) : ask({ name, ids });
  return { act, dialog: question && <BatchDialog {...question} roles={roles} end={answer} /> };
}

type BatchDialogProps = Batch & { roles: Role[]; end: (result?: BatchResult) => void };

function BatchDialog({ name, ids, roles, end }: BatchDialogProps) {
  const who = `选中的 ${ids.length} 个账号`;
  if (name === 'role') return <BatchRoleDialog who={who} ids={ids} roles={roles} end={end} />;
  const disable = async ({ writings, ...bar }: Disabling) => {
    const result = await api.members.act({ body: { act: 'disable', ids, ...bar } });
    const refused = new Set(result.failed.map(({ id }) => id));
    for (const id of ids) if (!refused.has(id)) await hideWritings(id, writings);
    end(result);
  };
  return <DisableDialog who={who} disable={disable} close={() => end()} />;
}

type BatchRoleProps = { who: string; ids: number[]; roles: Role[]; end: BatchDialogProps['end'] };

function BatchRoleDialog({ who, ids, roles, end }: BatchRoleProps) {
  const [form] = Form.useForm<{ role: Role }>();
  const [isSaving, setSaving] = useState(false);
  const give = async ({ role }: { role: Role }) => {
    setSaving(true);
    try {
      end(await api.members.act({ body: { act: 'role', ids, role } }));
    } catch (error) {
      form.setFields([{ name: 'role', errors: [errorText(error)] }]);
      setSaving(false);
    }
  };
  return (
    <FormModal<{ role: Role }>
      title={`修改${who}的角色`}
      form={form}
      isSaving={isSaving}
      onSubmit={give}
      onClose={() => end()}
    >
      <RoleChoice roles={roles} />
    </FormModal>
  );
}

export function MembersNav({ here }: { here: string }) {
  const { applications = 0 } = useOffice().waiting;
  const tabs = [
    { path: '/users', title: '用户' },
    { path: '/users/applications', title: '注册申请', due: applications },
    { path: '/users/invitations', title: '邀请码' },
  ];
  return <PageTabs label="用户与注册" tabs={tabs} here={`/users${here}`} />;
}
