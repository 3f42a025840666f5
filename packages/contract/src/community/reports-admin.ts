import { z } from 'zod';
import { writer } from '../core/writings-admin.ts';
import { batchResult, ids } from '../platform/batch.ts';
import { endpoint } from '../platform/endpoint.ts';
import { pageOf, pageQuery, time } from '../platform/fields.ts';

const kind = z.enum(['comment', 'say', 'board', 'chat'], '没有这种内容');

const row = z.object({
  id: z.number(),
  kind,
  reason: z.string(),
  reporter: writer,
  /** What is reported as it stands now; '' of the chat, which is shown by what was handed over. */
  text: z.string(),
  /** Who wrote it; null for a visitor's and once it is gone. */
  author: writer.nullable(),
  /** Leads there, or ''. */
  path: z.string(),
  /** Of the chat: a few lines as the reporter saw them. `reported` is the one they mean. */
  excerpt: z.array(
    z.object({ sender: z.string(), text: z.string(), picture: z.string(), createdAt: time, reported: z.boolean() }),
  ),
  /** Whether there is anything left to remove. */
  isThere: z.boolean(),
  isPrivate: z.boolean(),
  createdAt: time,
  settledAt: time.nullable(),
});

export type ReportRow = z.infer<typeof row>;

export const adminReports = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/reports/',
    access: 'comments.moderate',
    about: '举报，新的在前；私聊的只有举报人交出的几句',
    query: pageQuery.extend({
      state: z.enum(['open', 'settled', 'all'], '没有这种状态').default('open'),
      kind: kind.or(z.literal('all')).default('all'),
    }),
    reply: pageOf(row),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/reports/',
    access: 'comments.moderate',
    about: '把一批举报标为已处理、重新打开，或移除被举报的内容',
    body: z.object({ ids, act: z.enum(['settle', 'reopen', 'remove'], '没有这种处理') }),
    reply: batchResult,
  }),
};
