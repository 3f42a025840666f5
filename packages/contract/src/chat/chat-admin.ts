import { z } from 'zod';
import { writing, writingsQuery } from '../core/writings-admin.ts';
import { batchResult, ids } from '../platform/batch.ts';
import { endpoint } from '../platform/endpoint.ts';
import { pageOf } from '../platform/fields.ts';

const row = writing.extend({
  /** Address, or ''. */
  picture: z.string(),
});

export type ChatRow = z.infer<typeof row>;

export const adminChat = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/chat/',
    feature: 'group',
    access: 'chat.moderate',
    about: '公共聊天室里的消息，新的在前：等待审核的，或被举报的；私聊不在这里',
    query: writingsQuery.extend({ state: z.enum(['all', 'held', 'reported'], '没有这种状态').default('all') }),
    reply: pageOf(row),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/chat/',
    feature: 'group',
    access: 'chat.moderate',
    about: '通过或移除公共聊天室里的一批消息',
    body: z.object({ ids, act: z.enum(['release', 'remove'], '没有这种处理') }),
    reply: batchResult,
  }),
};
