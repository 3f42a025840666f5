import type { z } from 'zod';
import { writing, writingsAct, writingsQuery } from '../core/writings-admin.ts';
import { batchResult } from '../platform/batch.ts';
import { endpoint } from '../platform/endpoint.ts';
import { pageOf } from '../platform/fields.ts';

export type BoardRow = z.infer<typeof writing>;

export const adminBoard = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/board/',
    feature: 'board',
    access: 'board.moderate',
    about: '留言，新的在前；按状态、文字与作者的昵称筛选',
    query: writingsQuery,
    reply: pageOf(writing),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/board/',
    feature: 'board',
    access: 'board.moderate',
    about: '通过、隐藏或删除一批留言',
    body: writingsAct,
    reply: batchResult,
  }),
};
