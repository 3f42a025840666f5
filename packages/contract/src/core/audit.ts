import { z } from 'zod';
import { paged, post } from '../platform/endpoint.ts';
import { searchText, time } from '../platform/fields.ts';

const row = z.object({
  id: z.number(),
  /** `name` at that time; `id` is null once the account is gone. */
  actor: z.object({ id: z.number().nullable(), name: z.string() }),
  /** Noun and verb, such as `users.disable`. */
  act: z.string(),
  /** Such as `user:12`, or '' without one. `title`: its current name, or ''. */
  subject: z.string(),
  title: z.string(),
  /** Current subject: for a merged account the remaining one; '' if deleted or unnamed. */
  now: z.string(),
  /** Values before and after, secrets masked; null without any. */
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  createdAt: time,
});

export type AuditRow = z.infer<typeof row>;

/** A day in China, or ''. */
const day = z.iso.date('须为一天，如 2026-05-01').or(z.literal('')).default('');

export const auditFilter = z.object({
  who: searchText(),
  /** Noun such as `users`, or one act such as `users.disable`. */
  what: z
    .string()
    .regex(/^[A-Za-z-]*(\.[A-Za-z-]+)?$/, '没有这种操作')
    .max(50, '没有这种操作')
    .default(''),
  /** Exactly `user:12`, or a current or former name. */
  subject: searchText(100),
  /** Within this many days. */
  days: z.enum(['all', '1', '7', '30'], '没有这段时间').default('all'),
  from: day,
  /** Inclusive. */
  to: day,
});

export type AuditFilter = z.output<typeof auditFilter>;

export const audit = {
  list: paged('/v1/admin/audit/', 'audit.read', {
    about: '后台的操作记录，新的在前；按谁、做什么、对什么、何时筛选',
    filters: auditFilter.shape,
    row,
  }),
  download: post('/v1/admin/audit/download', 'audit.read', {
    about: '筛出的全部操作记录（CSV 或 JSON）的下载地址：一分钟内能用一次',
    body: auditFilter.extend({ format: z.enum(['csv', 'json'], '请选择格式') }),
    reply: z.object({ url: z.string() }),
  }),
};
