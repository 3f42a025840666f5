import { z } from 'zod';
import { batchResult, ids } from '../platform/batch.ts';
import { endpoint } from '../platform/endpoint.ts';
import { pageOf, pageQuery, time } from '../platform/fields.ts';

const row = z.object({
  id: z.number(),
  text: z.string(),
  /** Addresses. */
  pictures: z.array(z.string()),
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string() }),
  /** What it stands on. */
  target: z.object({ kind: z.enum(['article', 'say']), id: z.number(), title: z.string() }),
  /** Leads to it on the site. */
  path: z.string(),
  /** What it answers, in its first words; '' once that is removed for good. */
  answers: z.object({ nickname: z.string(), text: z.string() }).nullable(),
  state: z.enum(['shown', 'held', 'removed']),
  /** The staff removed it, and may bring it back. */
  mayRestore: z.boolean(),
  reasons: z.array(z.string()),
  place: z.string(),
  likes: z.number(),
  reports: z.number(),
  createdAt: time,
});

export type CommentRow = z.infer<typeof row>;

export const adminComments = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/comments/',
    feature: 'comments',
    access: 'comments.moderate',
    about: '评论，新的在前；按状态、文字与作者的昵称筛选',
    query: pageQuery.extend({
      state: z.enum(['all', 'shown', 'held', 'removed'], '没有这种状态').default('all'),
      text: z.string().trim().max(50, '搜索内容不能超过 50 个').default(''),
      author: z.string().trim().max(50, '昵称过长').default(''),
    }),
    reply: pageOf(row),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/comments/',
    feature: 'comments',
    access: 'comments.moderate',
    about: '通过、隐藏、删除一批评论，或恢复管理员删除的',
    body: z.object({ ids, act: z.enum(['release', 'hold', 'remove', 'restore'], '没有这种处理') }),
    reply: batchResult,
  }),
};
