import { z } from 'zod';
import { batchResult, ids } from '../platform/batch.ts';
import { endpoint } from '../platform/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../platform/fields.ts';

const entry = z.object({
  id: z.number(),
  kind: z.string(),
  /** waiting: not tried yet; failing: to be tried again; given-up: no more by itself. */
  state: z.enum(['waiting', 'failing', 'given-up']),
  attempts: z.number(),
  /** When it is tried next; null when it is not. */
  dueAt: time.nullable(),
  failure: z.string(),
});

export type OutboxEntry = z.infer<typeof entry>;

const letter = z.object({ id: z.number(), recipient: z.string(), subject: z.string(), createdAt: time });

export type KeptLetter = z.infer<typeof letter>;

export const adminOutbox = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/outbox/',
    access: 'outbox.manage',
    about: '等待执行与失败的后续处理，失败的在前',
    query: pageQuery.extend({
      state: z.enum(['all', 'waiting', 'failing', 'given-up'], '没有这种状态').default('all'),
      kind: z.string().trim().max(50, '没有这一类').default(''),
    }),
    reply: pageOf(entry),
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/admin/outbox/',
    access: 'outbox.manage',
    about: '重试一批，或放弃',
    body: z.object({ ids, act: z.enum(['retry', 'drop'], '没有这种处理') }),
    reply: batchResult,
  }),
  letters: endpoint({
    method: 'GET',
    path: '/v1/admin/outbox/letters',
    access: 'outbox.manage',
    about: '没有邮件服务器而留下的信，新的在前；收信人遮去一半',
    query: pageQuery,
    reply: pageOf(letter),
  }),
  letter: endpoint({
    method: 'GET',
    path: '/v1/admin/outbox/letter',
    access: 'letters.read',
    about: '读一封留下的信；里面可能有别人的验证码，所以只有站长能读',
    query: z.object({ id: id('编号') }),
    reply: letter.extend({ text: z.string() }),
  }),
};
