import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, pageOf, pageQuery, time, written } from '../platform/fields.ts';
import { roles } from './permissions.ts';

const row = z.object({
  id: z.number(),
  actor: z.string(),
  /** To this one alone; else to those of a role, or, where that is '', to all. */
  to: z.object({ id: z.number(), nickname: z.string() }).nullable(),
  role: z.enum([...roles, '']),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  state: z.enum(['waiting', 'sending', 'sent', 'undone']),
  told: z.number(),
  /** Until then it may be undone. */
  dueAt: time,
  createdAt: time,
});

export type BroadcastRow = z.infer<typeof row>;

const role = z.enum([...roles, ''], '没有这个角色').default('');

const isPath = (text: string) => text === '' || /^\/(?![/\\])/.test(text);

export const adminNotices = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/notices/',
    access: 'notices.send',
    about: '发过的系统通知，新的在前',
    query: pageQuery,
    reply: pageOf(row),
  }),
  audience: endpoint({
    method: 'GET',
    path: '/v1/admin/notices/audience',
    access: 'notices.send',
    about: '会发给多少人；role 只发给这个角色，nickname 只发给这个人',
    query: z.object({ nickname: z.string().trim().max(60, '昵称过长').default(''), role }),
    reply: z.object({ count: z.number(), to: z.object({ id: z.number(), nickname: z.string() }).nullable() }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/v1/admin/notices/',
    access: 'notices.send',
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
  undo: endpoint({
    method: 'POST',
    path: '/v1/admin/notices/undo',
    access: 'notices.send',
    about: '撤回还没发出的通知',
    body: z.object({ id: id('通知编号') }),
    reply: z.null(),
  }),
};
