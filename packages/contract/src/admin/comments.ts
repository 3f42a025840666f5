import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pageOf, pageQuery, time } from '../fields.ts';
import { batchResult, ids } from './batch.ts';

const row = z.object({
  id: z.number(),
  text: z.string(),
  pictures: z.number(),
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string() }),
  /** Where it stands; `path` leads there. */
  target: z.object({ title: z.string(), path: z.string() }),
  state: z.enum(['shown', 'held', 'removed']),
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
    access: 'comments.moderate',
    about: '评论，新的在前；按状态与文字筛选',
    query: pageQuery.extend({
      state: z.enum(['all', 'shown', 'held', 'removed'], '没有这种状态').default('all'),
      text: z.string().trim().max(50, '要找的字不能超过 50 个').default(''),
    }),
    reply: pageOf(row),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/comments/',
    access: 'comments.moderate',
    about: '通过或删除一批评论',
    body: z.object({ ids, act: z.enum(['release', 'remove'], '没有这种处理') }),
    reply: batchResult,
  }),
};
