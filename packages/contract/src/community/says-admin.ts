import { z } from 'zod';
import { writing, writingsAct, writingsQuery } from '../core/writings-admin.ts';
import { batchResult } from '../platform/batch.ts';
import { endpoint } from '../platform/endpoint.ts';
import { pageOf } from '../platform/fields.ts';

const row = writing.extend({
  /** Addresses. */
  pictures: z.array(z.string()),
  likes: z.number(),
  comments: z.number(),
});

export type SayRow = z.infer<typeof row>;

export const adminSays = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/says/',
    feature: 'says',
    access: 'says.moderate',
    about: '公开的说说，新的在前；按状态、文字与作者的昵称筛选',
    query: writingsQuery,
    reply: pageOf(row),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/says/',
    feature: 'says',
    access: 'says.moderate',
    about: '通过、隐藏或删除一批说说',
    body: writingsAct,
    reply: batchResult,
  }),
};
