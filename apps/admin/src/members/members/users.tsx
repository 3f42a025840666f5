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
import type { CsvColumn } from '../../platform/listing/csv.ts';
import type { Filter } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import type { Column } from '../../platform/listing/rows.tsx';
import { roleNames } from '../../platform/role-names.ts';
import { selectOptions } from '../../platform/select-options.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import { PageTabs } from '../../platform/shell/page-tabs.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { type MemberAction, memberActions, type UserDialogName, useMemberAction } from './member-actions.ts';
import { RoleChoice, UserDialog } from './user-dialogs.tsx';
import { stateNames, UserState } from './user-state.tsx';
import './users.css';

const joined = { 7: '最近 7 天', 30: '最近 30 天', 365: '最近一年' };
const seen = { 7: '最近 7 天', 30: '最近 30 天', not90: '90 天未访问' };

const filters: Filter[] = [
  { name: 'text', label: '昵称、邮箱或编号' },
  { name: 'role', label: '角色', options: selectOptions(roleNames) },
  { name: 'state', label: '状态', options: selectOptions({ ...stateNames, muted: '禁言中' }) },
  { name: 'joined', label: '注册', options: selectOptions(joined) },
  { name: 'seen', label: '最近访问', options: selectOptions(seen) },
  { name: 'order', label: '排序', unset: '最新注册的在前', options: [{ value: 'seen', label: '最近访问的在前' }] },
];

const columns: Column<MemberRow>[] = [
  { key: 'nickname', title: '用户', render: (_, row) => <MemberName row={row} /> },
  { key: 'role', title: '角色', render: (_, { role, state }) => (state === 'guest' ? '' : roleNames[role]) },
  { key: 'state', title: '状态', render: (_, row) => <UserState {...row} /> },
  {
    key: 'written',
    title: '写过',
    className: 'users-written',
    render: (_, row) => `文章 ${row.articles} · 评论 ${row.comments}`,
  },
  { key: 'joinedAt', title: '注册', render: (_, row) => <Joined {...row} /> },
  {
    key: 'seenAt',
    title: '最近访问',
    render: (_, { seenAt, state }) => (state === 'guest' ? null : <ShortTime time={seenAt} />),
  },
];

const csv: CsvColumn<MemberRow>[] = [
  { title: '编号', text: ({ id }) => id },
  { title: '昵称', text: ({ nickname }) => nickname },
  { title: '邮箱', text: ({ email }) => email },
  { title: '角色', text: ({ role, state }) => (state === 'guest' ? '' : roleNames[role]) },
  { title: '状态', text: ({ state }) => stateNames[state] },
  { title: '禁言', text: ({ mute }) => (mute ? (mute.until ?? '永久') : '') },
  { title: '文章', text: ({ articles }) => articles },
  { title: '评论', text: ({ comments }) => comments },
  { title: '注册', text: ({ joinedAt }) => joinedAt },
  { title: '最近访问', text: ({ seenAt }) => seenAt ?? '' },
];

/** For staff who see no addresses. */
const byName: Filter = { name: 'text', label: '昵称或编号' };

/** Shown only to staff who manage members. */
const forManagers = ['seen', 'order', 'seenAt'];

export function Component() {
  const { may, role, isDemo } = useOffice();
  const isManager = may('users.manage');
  const { act, dialog } = useBatch(role === 'owner' ? [...roles] : roles.filter((one) => one !== 'owner'));
  const [round, setRound] = useState(0);
  const menu = useMemberMenu(() => setRound((before) => before + 1));
  const acts: Column<MemberRow> = {
    key: 'acts',
    title: '操作',
    className: 'listing-acts',
    align: 'right',
    render: (_, row) => <MemberRowActions row={row} start={menu.start} />,
  };
  const isShown = (name: string) => isManager || !forManagers.includes(name);
  return (
    <>
      <Listing<MemberRow>
        name="用户"
        title="用户"
        none="还没有用户"
        load={api.members.list}
        follows={['users', 'articles', 'comments']}
        filters={isManager ? filters : [byName, ...filters.slice(1).filter(({ name }) => isShown(name))]}
        columns={[...columns.filter(({ key }) => isShown(key)), acts]}
        round={round}
        csv={csv}
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

type OpenBatch = { name: string; ids: number[]; resolve: (result: BatchResult | undefined) => void };

/** Runs batch actions on members; those that need input open a dialog first. */
function useBatch(roles: Role[]) {
  const [open, setOpen] = useState<OpenBatch>();
  const act = (ids: number[], name: string) => {
    if (name === 'enable') return api.members.act({ body: { act: 'enable', ids } });
    return new Promise<BatchResult | undefined>((resolve) => setOpen({ name, ids, resolve }));
  };
  const end = (result?: BatchResult) => {
    open?.resolve(result);
    setOpen(undefined);
  };
  const dialog = open && <BatchDialog open={open} roles={roles} end={end} />;
  return { act, dialog };
}

type BatchDialogProps = { open: OpenBatch; roles: Role[]; end: (result?: BatchResult) => void };

function BatchDialog({ open: { name, ids }, roles, end }: BatchDialogProps) {
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
