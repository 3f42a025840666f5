import { z } from 'zod';
import { del, get, paged, post, put } from '../platform/endpoint.ts';
import { cursor, id, numberedQuery, numberedReply, time, written } from '../platform/fields.ts';
import { roles } from '../platform/permissions.ts';
import type { noticeKinds } from '../platform/rules.ts';

export type NoticeKind = (typeof noticeKinds)[keyof typeof noticeKinds];

const kind = z
  .number('通知种类须为 0 到 4')
  .int('通知种类须为 0 到 4')
  .min(0, '通知种类须为 0 到 4')
  .max(4, '通知种类须为 0 到 4');
const person = z.object({ id: z.number(), nickname: z.string(), avatar: z.string() });

const reason = z.enum(['', 'own', 'reply', 'mention', 'published']);
const subject = z.enum(['', 'article', 'say', 'comment', 'chat']);

/**
 * Why a member is notified of a comment: it is on their writing, replies to them, or mentions them; a group message may
 * mention them too. Among the follow notices: a followed member published an article.
 */
export type NoticeReason = z.infer<typeof reason>;

const notice = z.object({
  id: z.number(),
  kind: z.number(),
  reason,
  /** Subject of the notice. */
  subject,
  /** The latest three at most of `count` people. */
  actors: z.array(person),
  count: z.number(),
  /** Plain text of a system notice, or the beginning of the comment. */
  text: z.string(),
  /** Link and title of the object. */
  link: z.string(),
  title: z.string(),
  read: z.boolean(),
  createdAt: time,
});

export type Notice = z.infer<typeof notice>;

const counters = z.object({ system: z.number(), comment: z.number(), private: z.number() });
const unread = z.object({
  system: z.number(),
  comment: z.number(),
  follow: z.number(),
  like: z.number(),
  collect: z.number(),
});

export type UnreadNotices = z.infer<typeof unread>;

export const notices = {
  counters: get('/v1/im/getNewSystemNotice', 'member', {
    about: '未读数：system 系统、comment 评论、private 私聊；extra 带各种通知的未读数',
    reply: counters,
    extra: unread,
  }),
  list: get('/v1/im/getMessageNotice', 'member', {
    about: '一种通知，新的在前，一次 20 条；after 接着上一页的 next，或用 pageNo、pageSize；看列表不算已读',
    query: z.object({ type: kind.default(0), after: cursor, ...numberedQuery }),
    reply: z.object({ ...numberedReply, records: z.array(notice), next: z.string().nullable() }),
  }),
  read: put('/v1/im/readNotice', 'member', {
    about: '把一条（id）、一种（type）或全部通知标为已读',
    limit: { most: 240, seconds: 60 },
    body: z.object({ id: id('通知编号').optional(), type: kind.optional() }),
  }),
  remove: del('/v1/im/deleteMessage', 'member', {
    about: '删除一条通知（id），或清空一种（type）',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: id('通知编号').optional(), type: kind.optional() }),
  }),
};

const row = z.object({
  id: z.number(),
  actor: z.string(),
  /** Single recipient; null addresses everyone with `role`, or everyone if that is ''. */
  to: z.object({ id: z.number(), nickname: z.string() }).nullable(),
  role: z.enum([...roles, '']),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  state: z.enum(['waiting', 'sending', 'sent', 'undone']),
  told: z.number(),
  /** Deadline for undoing it. */
  dueAt: time,
  createdAt: time,
});

export type BroadcastRow = z.infer<typeof row>;

const role = z.enum([...roles, ''], '没有这个角色').default('');

const isPath = (text: string) => text === '' || /^\/(?![/\\])/.test(text);

export const adminNotices = {
  list: paged('/v1/admin/notices/', 'notices.send', {
    about: '发过的系统通知，新的在前',
    row,
  }),
  audience: get('/v1/admin/notices/audience', 'notices.send', {
    about: '会发给多少人；role 只发给这个角色，nickname 只发给这个人',
    query: z.object({ nickname: z.string().trim().max(60, '昵称过长').default(''), role }),
    reply: z.object({ count: z.number(), to: z.object({ id: z.number(), nickname: z.string() }).nullable() }),
  }),
  send: post('/v1/admin/notices/', 'notices.send', {
    about: '给所有人（userId 与 role 为空）、一个角色或一个人发系统通知；半分钟后发送，在那之前可以撤回',
    body: z.object({
      userId: id('用户编号').nullable().default(null),
      role,
      title: written('标题', 60),
      text: written('内容', 500),
      link: z.string().trim().max(300, '链接过长').refine(isPath, '请输入本站的地址，如 /article/1').default(''),
    }),
    reply: z.object({ id: z.number(), dueAt: time }),
  }),
  undo: post('/v1/admin/notices/undo', 'notices.send', {
    about: '撤回还没发出的通知',
    body: z.object({ id: id('通知编号') }),
  }),
};
