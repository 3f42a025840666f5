import type { audit } from '@mojian/contract/admin/audit';
import type { Input } from '@mojian/contract/endpoint';
import { contains } from '../db/contains.ts';
import type { Db } from '../db/schema.ts';

type Filter = Pick<Input<typeof audit.list>['query'], 'who' | 'what' | 'subject' | 'days'>;

const day = 24 * 3_600_000;

function filtered(db: Db, { who, what, subject, days }: Filter, now: number) {
  let rows = db.selectFrom('auditLog');
  if (who !== '') rows = rows.where(contains('auditLog.actor', who));
  if (what.includes('.')) rows = rows.where('act', '=', what);
  else if (what !== '') rows = rows.where('act', '>=', `${what}.`).where('act', '<', `${what}/`);
  if (subject !== '') rows = rows.where('subject', '=', subject);
  if (days !== 'all') rows = rows.where('auditLog.createdAt', '>', now - Number(days) * day);
  return rows;
}

export function listActs(db: Db, filter: Filter, now: number, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter, now)
    .select(['id', 'actorId', 'actor', 'act', 'subject', 'before', 'after', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countActs(db: Db, filter: Filter, now: number) {
  const { total } = await filtered(db, filter, now)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function listNames(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

export async function listTitles(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function deleteActsBefore(db: Db, time: number) {
  await db.deleteFrom('auditLog').where('createdAt', '<', time).execute();
}
