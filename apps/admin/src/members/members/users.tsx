import { roles } from '@mojian/contract/core/permissions';
import type { MemberRow } from '@mojian/contract/members/member-detail';
import { Avatar } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import type { Column } from '../../platform/listing/columns.ts';
import type { CsvColumn } from '../../platform/listing/csv.ts';
import type { Filter } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { When } from '../../platform/when.tsx';
import { batchActs, useBatch } from './use-batch.tsx';
import { UserRowActs, useUserMenu } from './user-row-acts.tsx';
import { UserState } from './user-state.tsx';
import { optionsOf, roleWords, stateWords } from './user-words.ts';
import { WaysToJoin } from './ways-to-join.tsx';
import './users.css';

const joined = { 7: '最近 7 天', 30: '最近 30 天', 365: '最近一年' };
const seen = { 7: '最近 7 天', 30: '最近 30 天', not90: '90 天未访问' };

const filters: Filter[] = [
  { name: 'text', label: '昵称、邮箱或编号' },
  { name: 'role', label: '角色', options: optionsOf(roleWords) },
  { name: 'state', label: '状态', options: optionsOf({ ...stateWords, muted: '禁言中' }) },
  { name: 'joined', label: '注册', options: optionsOf(joined) },
  { name: 'seen', label: '最近访问', options: optionsOf(seen) },
  { name: 'order', label: '排序', unset: '最新注册的在前', options: [{ value: 'seen', label: '最近访问的在前' }] },
];

const columns: Column<MemberRow>[] = [
  { key: 'nickname', title: '用户', render: (_, row) => <Person row={row} /> },
  { key: 'role', title: '角色', render: (_, { role }) => roleWords[role] },
  { key: 'state', title: '状态', render: (_, row) => <UserState {...row} /> },
  { key: 'written', title: '写过', render: (_, row) => `文章 ${row.articles} · 评论 ${row.comments}` },
  { key: 'joinedAt', title: '注册', render: (_, { joinedAt }) => <When time={joinedAt} /> },
  { key: 'seenAt', title: '最近访问', render: (_, { seenAt }) => <When time={seenAt} /> },
];

const csv: CsvColumn<MemberRow>[] = [
  { title: '编号', text: ({ id }) => id },
  { title: '昵称', text: ({ nickname }) => nickname },
  { title: '邮箱', text: ({ email }) => email },
  { title: '角色', text: ({ role }) => roleWords[role] },
  { title: '状态', text: ({ state }) => stateWords[state] },
  { title: '禁言', text: ({ mute }) => (mute ? (mute.until ?? '永久') : '') },
  { title: '文章', text: ({ articles }) => articles },
  { title: '评论', text: ({ comments }) => comments },
  { title: '注册', text: ({ joinedAt }) => joinedAt },
  { title: '最近访问', text: ({ seenAt }) => seenAt ?? '' },
];

/** Who is told no mailbox finds nobody by it. */
const byName: Filter = { name: 'text', label: '昵称或编号' };

/** Whoever manages members also sees when they came last. */
const forManagers = ['seen', 'order', 'seenAt'];

export function Component() {
  const { may, role, isDemo } = useOffice();
  const isManager = may('users.manage');
  const { act, dialog } = useBatch(role === 'owner' ? [...roles] : roles.filter((one) => one !== 'owner'));
  const [round, setRound] = useState(0);
  const menu = useUserMenu(() => setRound((before) => before + 1));
  const acts: Column<MemberRow> = {
    ...{ key: 'acts', title: '操作', className: 'acts', align: 'right' },
    render: (_, row) => <UserRowActs row={row} start={menu.start} />,
  };
  const isShown = (name: string) => isManager || !forManagers.includes(name);
  return (
    <>
      <Listing<MemberRow>
        name="用户"
        title="用户"
        none="还没有用户"
        load={api.members.list}
        filters={isManager ? filters : [byName, ...filters.slice(1).filter(({ name }) => isShown(name))]}
        columns={[...columns.filter(({ key }) => isShown(key)), acts]}
        round={round}
        csv={csv}
        acts={isManager || isDemo ? batchActs : []}
        act={act}
        extra={isManager && <WaysToJoin here="" />}
      />
      {dialog}
      {menu.dialog}
    </>
  );
}

function Person({ row: { id, nickname, avatar, email } }: { row: MemberRow }) {
  return (
    <span className="person">
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
