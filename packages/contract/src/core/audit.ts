import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { pageOf, pageQuery, time } from '../platform/fields.ts';

const row = z.object({
  id: z.number(),
  /** The name they had then; `id` null once the account is gone. */
  actor: z.object({ id: z.number().nullable(), name: z.string() }),
  /** Noun and verb, as `users.disable`. */
  act: z.string(),
  /** As `user:12`, or '' for what needs no telling. `title`: what it is called now, '' when unknown. */
  subject: z.string(),
  title: z.string(),
  /** Under what it is found now: for a merged account the one it became part of; '' for what is gone or has no name. */
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
  who: z.string().trim().max(50, '搜索内容不能超过 50 个').default(''),
  /** A noun, as `users`, or one act, as `users.disable`. */
  what: z
    .string()
    .regex(/^[A-Za-z-]*(\.[A-Za-z-]+)?$/, '没有这种操作')
    .max(50, '没有这种操作')
    .default(''),
  /** To what: exactly `user:12`, or what it is or was called. */
  subject: z.string().trim().max(100, '搜索内容不能超过 100 个').default(''),
  /** Within so many days. */
  days: z.enum(['all', '1', '7', '30'], '没有这段时间').default('all'),
  from: day,
  /** With this day. */
  to: day,
});

export type AuditFilter = z.output<typeof auditFilter>;

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/audit/',
    access: 'audit.read',
    about: '后台的操作记录，新的在前；按谁、做什么、对什么、何时筛选',
    query: pageQuery.extend(auditFilter.shape),
    reply: pageOf(row),
  }),
  download: endpoint({
    method: 'POST',
    path: '/v1/admin/audit/download',
    access: 'audit.read',
    about: '筛出的全部操作记录（CSV 或 JSON）的下载地址：一分钟内能用一次',
    body: auditFilter.extend({ format: z.enum(['csv', 'json'], '请选择格式') }),
    reply: z.object({ url: z.string() }),
  }),
};
