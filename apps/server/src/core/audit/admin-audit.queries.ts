import type { AuditFilter } from '@mojian/contract/core/audit';
import { sql } from 'kysely';
import { dayLength } from '../../platform/china-day.ts';
import { contains } from '../../platform/db/contains.ts';
import { notPrivate } from '../../platform/db/listed.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Until, but without, this one: lists go from the newest to the oldest. */
type Last = { createdAt: number; id: number };

function filtered(db: Db, { who, what, subject, days, from, to }: AuditFilter, now: number) {
  let rows = db.selectFrom('auditLog');
  if (who !== '') rows = rows.where(contains('auditLog.actor', who));
  if (what.includes('.')) rows = rows.where('act', '=', what);
  else if (what !== '') rows = rows.where('act', '>=', `${what}.`).where('act', '<', `${what}/`);
  if (/^\w+:\d+$/.test(subject)) rows = rows.where('subject', '=', subject);
  else if (subject !== '') rows = rows.where((eb) => eb.or(namedLike(db, subject)));
  if (days !== 'all') rows = rows.where('auditLog.createdAt', '>', now - Number(days) * dayLength);
  if (from !== '') rows = rows.where('auditLog.createdAt', '>=', startOf(from));
  if (to !== '') rows = rows.where('auditLog.createdAt', '<', startOf(to) + dayLength);
  return rows;
}

/** What was acted upon is called so, or was when it was written down. */
function namedLike(db: Db, text: string) {
  const users = db.selectFrom('users').select(sql<string>`'user:' || id`.as('subject'));
  const articles = db.selectFrom('articles').select(sql<string>`'article:' || id`.as('subject'));
  return [
    contains('auditLog.subject', text),
    contains('auditLog.before', text),
    contains('auditLog.after', text),
    sql<boolean>`"auditLog".subject in (${users.where(contains('users.nickname', text))})`,
    sql<boolean>`"auditLog".subject in (${articles.where(notPrivate).where(contains('articles.title', text))})`,
  ];
}

/** The site's days begin in China. */
function startOf(date: string) {
  return Date.parse(`${date}T00:00:00+08:00`);
}

const newestFirst = (rows: ReturnType<typeof filtered>) =>
  rows
    .select(['id', 'actorId', 'actor', 'act', 'subject', 'before', 'after', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');

export function listActs(
  db: Db,
  filter: AuditFilter,
  now: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return newestFirst(filtered(db, filter, now))
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Those after the last one seen. */
export function listActsAfter(
  db: Db,
  filter: AuditFilter,
  { now, last, limit }: { now: number; last?: Last; limit: number },
) {
  const rows = filtered(db, filter, now);
  const rest = last
    ? rows.where(({ eb, or, and }) =>
        or([
          eb('auditLog.createdAt', '<', last.createdAt),
          and([eb('auditLog.createdAt', '=', last.createdAt), eb('id', '<', last.id)]),
        ]),
      )
    : rows;
  return newestFirst(rest).limit(limit).execute();
}

export async function countActs(db: Db, filter: AuditFilter, now: number) {
  const { total } = await filtered(db, filter, now)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function deleteActsBefore(db: Db, time: number) {
  await db.deleteFrom('auditLog').where('createdAt', '<', time).execute();
}
