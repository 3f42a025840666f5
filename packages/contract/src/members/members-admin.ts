import { z } from 'zod';
import { del, get, paged, post, put } from '../platform/endpoint.ts';
import { batchResult, id, ids, searchText, time } from '../platform/fields.ts';
import { roles } from '../platform/permissions.ts';
import { isBlank } from '../platform/rules.ts';

/** Placeholder for a member's personal data. */
export const masked = '••••';

const memberRow = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  /** '' without one; `masked` if the viewer may not see it. */
  email: z.string(),
  role: z.enum(roles),
  /** `guest`: author of imported texts without an account. */
  state: z.enum(['active', 'disabled', 'closing', 'gone', 'guest']),
  /** Null for permanent. */
  disabledUntil: time.nullable(),
  /** Null unless muted; `until` is null for permanent. */
  mute: z.object({ until: time.nullable() }).nullable(),
  isMe: z.boolean(),
  /** Whether this viewer may change their role, mute, disable, end sessions, reset; never of a guest. */
  manageable: z.boolean(),
  /** Whether this viewer may merge a guest into a member. */
  mergeable: z.boolean(),
  articles: z.number(),
  comments: z.number(),
  joinedAt: time,
  /** Null also if the viewer may not see it. */
  seenAt: time.nullable(),
});

export type MemberRow = z.infer<typeof memberRow>;

/** Login methods, hidden from some staff. */
const personal = z.object({
  password: z.boolean(),
  passkeys: z.number(),
  social: z.array(z.object({ provider: z.string(), name: z.string(), createdAt: time })),
  sessions: z.array(
    z.object({
      id: z.number(),
      device: z.string(),
      place: z.string(),
      way: z.string(),
      createdAt: time,
      usedAt: time,
      current: z.boolean(),
    }),
  ),
});

const memberDetail = memberRow.extend({
  intro: z.string(),
  website: z.string(),
  place: z.string(),
  disabledReason: z.string(),
  mutedReason: z.string(),
  closesAt: time.nullable(),
  counts: z.object({
    articles: z.number(),
    says: z.number(),
    comments: z.number(),
    board: z.number(),
    collects: z.number(),
    follows: z.number(),
    fans: z.number(),
    files: z.number(),
    bytes: z.number(),
    /** Bytes of their drafts and revisions. */
    draftBytes: z.number(),
  }),
  personal: personal.nullable(),
  /** Null if the viewer may not read them. */
  notes: z
    .array(z.object({ id: z.number(), author: z.string(), text: z.string(), createdAt: time, removable: z.boolean() }))
    .nullable(),
  /** Latest writings. */
  recent: z.array(
    z.object({
      kind: z.enum(['article', 'say', 'comment', 'board']),
      id: z.number(),
      text: z.string(),
      path: z.string(),
      createdAt: time,
    }),
  ),
  /** Writings that are hidden together; `purgeAt`: when they are deleted, null for never. Null when none is. */
  takenDown: z.object({ count: z.number(), purgeAt: time.nullable() }).nullable(),
  may: z.object({
    /** Roles the viewer may assign to them. */
    roles: z.array(z.enum(roles)),
    note: z.boolean(),
    /** Whether mail can be sent; otherwise links are handed over by the staff. */
    mail: z.boolean(),
    /** Whether the viewer may hand over a link that sets a password: whoever has it logs in as them. */
    copy: z.boolean(),
  }),
});

export type MemberDetail = z.infer<typeof memberDetail>;

const words = (most: number, empty: string) =>
  z
    .string(empty)
    .trim()
    .refine((text) => !isBlank(text), empty)
    .refine((text) => [...text].length <= most, `不能超过 ${most} 个字`);

const role = z.enum(roles, '没有这个角色');
const noReason = '请写明原因，对方登录时会看到';
/** Null for permanent. */
const until = z.iso.datetime({ offset: true, error: '须为一个时间' }).nullable();
const user = id('用户编号');
const sweep = z.object({ done: z.number(), isMore: z.boolean() });
/** Act of taking down, by which its further calls and its undoing name it. */
const act = z.int('没有这一次').positive('没有这一次');
const takenDown = sweep.extend({ act });

export const adminMembers = {
  list: paged('/v1/admin/users/', 'users.read', {
    about: '用户；按昵称、邮箱或编号找，按角色、状态、注册与最近来过的时间筛选',
    filters: {
      text: searchText(100),
      role: z.enum(['all', ...roles], '没有这个角色').default('all'),
      /** `all` are the members; guests are listed only by their own state. */
      state: z.enum(['all', 'active', 'muted', 'disabled', 'closing', 'gone', 'guest'], '没有这种状态').default('all'),
      /** Within this many days. */
      joined: z.enum(['all', '7', '30', '365'], '没有这段时间').default('all'),
      /** Within this many days; `not90`: inactive for ninety. */
      seen: z.enum(['all', '7', '30', 'not90'], '没有这段时间').default('all'),
      order: z.enum(['joined', 'seen'], '没有这种排序').default('joined'),
    },
    row: memberRow,
  }),
  info: get('/v1/admin/users/info', 'users.read', {
    about: '一位用户：资料、数目、最近写的；登录方式、设备与备注只给看得的人',
    query: z.object({ id: user }),
    reply: memberDetail,
  }),
  disable: post('/v1/admin/users/disable', 'users.manage', {
    about: '停用账号：登录与推送立刻断开，写过的都留着；until 为 null 即一直停用',
    body: z.object({
      id: user,
      reason: words(200, noReason),
      until,
    }),
  }),
  takeDown: post('/v1/admin/users/take-down', 'users.manage', {
    about:
      '把一位用户写的都收起来（文章、评论、说说、留言、公共聊天室），读者不再看得到；purge 时三十天后删除，之前都能放回。一次至多一百件，isMore 时带着 act 再来',
    body: z.object({ id: user, purge: z.boolean('须为 true 或 false').default(false), act: act.optional() }),
    reply: takenDown,
  }),
  putBack: post('/v1/admin/users/put-back', 'users.manage', {
    about: '把收起来的都放回原来的样子，act 时只放回那一次的；一次至多一百件，isMore 时再来',
    body: z.object({ id: user, act: act.optional() }),
    reply: sweep,
  }),
  takeGuestsDown: post('/v1/admin/users/guests/take-down', 'users.manage', {
    about:
      '把访客这些小时里写的评论一起收起来；commentId 时只收从那一条的网段来的。purge 时三十天后删除，之前都能放回。一次至多一百件，isMore 时带着 act 再来',
    body: z.object({
      hours: z.number('请选择时间').int('请选择时间').min(1, '请选择时间').max(720, '最多三十天'),
      commentId: id('评论编号').optional(),
      purge: z.boolean('须为 true 或 false').default(false),
      act: act.optional(),
    }),
    reply: takenDown,
  }),
  putGuestsBack: post('/v1/admin/users/guests/put-back', 'users.manage', {
    about: '把这些小时里收起的访客评论放回原来的样子，act 时只放回那一次的；一次至多一百件，isMore 时再来',
    body: z.object({
      hours: z.number('请选择时间').int('请选择时间').min(1, '请选择时间').max(720, '最多三十天'),
      act: act.optional(),
    }),
    reply: sweep,
  }),
  mute: post('/v1/admin/users/mute', 'users.manage', {
    about: '禁言：照常登录和阅读，但不能发表；until 为 null 即一直禁言。本人会收到通知',
    body: z.object({ id: user, reason: words(200, '请写明原因，对方会看到'), until }),
  }),
  unmute: post('/v1/admin/users/unmute', 'users.manage', {
    about: '解除禁言',
    body: z.object({ id: user }),
  }),
  /** `disable` takes `reason` and `until`, `role` the new role. */
  act: post('/v1/admin/users/act', 'users.manage', {
    about: '停用（要写 reason）、恢复一批账号，或给他们一个角色；自己的与级别更高的除外',
    body: z.discriminatedUnion(
      'act',
      [
        z.object({ act: z.literal('disable'), ids, reason: words(200, noReason), until: until.default(null) }),
        z.object({ act: z.literal('enable'), ids }),
        z.object({ act: z.literal('role'), ids, role }),
      ],
      '没有这种处理',
    ),
    reply: batchResult,
  }),
  enable: post('/v1/admin/users/enable', 'users.manage', {
    about: '恢复停用的账号',
    body: z.object({ id: user }),
  }),
  changeRole: put('/v1/admin/users/role', 'users.manage', {
    confirmed: true,
    about: '改角色：from 是看到的那个，已被别人改过则 409；改自己的须带 sure',
    body: z.object({ id: user, from: role, role, sure: z.boolean('须为 true 或 false').default(false) }),
  }),
  endSession: del('/v1/admin/users/session', 'users.manage', {
    about: '让一位用户的一台设备退出登录；不说哪一台即全部',
    query: z.object({ id: user, session: id('设备编号').optional() }),
  }),
  resetLink: post('/v1/admin/users/resetLink', 'users.manage', {
    confirmed: true,
    about: '重设密码的链接：24 小时内用一次；寄给本人；站长也可以拿到链接，自己转交，本人会收到通知',
    body: z.object({ id: user, by: z.enum(['mail', 'copy'], '请选择怎么给') }),
    /** '' when it was mailed. */
    reply: z.object({ link: z.string() }),
  }),
  addNote: post('/v1/admin/users/note', 'users.note', {
    about: '写一条备注，只有管理的人看得到',
    body: z.object({ id: user, text: words(1000, '请输入备注') }),
    reply: z.object({ id: z.number() }),
  }),
  removeNote: del('/v1/admin/users/note', 'users.note', {
    about: '删除自己写的一条备注；能管理用户的人可删任何一条',
    query: z.object({ id: id('备注编号') }),
  }),
};
