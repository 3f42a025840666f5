import { type SelectQueryBuilder, sql } from 'kysely';
import { chinaOffset, dayLength } from '../china-day.ts';
import type { Db, Schema } from '../db/schema.ts';

const dayOf = (column: string) => sql<number>`(${sql.ref(column)} + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;

/** How many were written each Chinese day since a moment, days by number. */
export function commentsByDay(db: Db, since: number) {
  const day = dayOf('createdAt');
  return db
    .selectFrom('comments')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where('createdAt', '>=', since)
    .where('removedAt', 'is', null)
    .groupBy(day)
    .execute();
}

/** How many joined each Chinese day since a moment. */
export function membersByDay(db: Db, since: number) {
  const day = dayOf('createdAt');
  return db
    .selectFrom('users')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where('createdAt', '>=', since)
    .groupBy(day)
    .execute();
}

/** Members whose accounts are not closed for good. */
export async function countMembers(db: Db) {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, or }) => or([eb('closesAt', 'is', null), eb('closesAt', '>', 0)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Held = 'comments' | 'says' | 'boardMessages' | 'chatMessages';

/** What waits for somebody, and when the newest of it came. */
export async function listWaiting(db: Db) {
  const held = (table: Held) => newest(db.selectFrom(table).where('state', '=', 'held'), 'createdAt');
  const links = db.selectFrom('links');
  const entries = {
    articles: newest(db.selectFrom('drafts').where('submittedAt', 'is not', null), 'submittedAt'),
    comments: held('comments'),
    says: held('says'),
    board: held('boardMessages'),
    chat: held('chatMessages'),
    links: newest(links.where('state', '=', 'pending'), 'createdAt'),
    feedback: newest(db.selectFrom('feedback').where('settledAt', 'is', null), 'createdAt'),
    reports: newest(db.selectFrom('reports').where('settledAt', 'is', null), 'createdAt'),
    lostLinks: newest(links.where('state', '=', 'approved').where('reachable', '=', 0), 'checkedAt'),
  };
  const rows = await Promise.all(
    Object.entries(entries).map(async ([kind, found]) => ({ kind: kind as keyof typeof entries, ...(await found) })),
  );
  return rows.filter(({ count }) => count > 0);
}

async function newest<Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>, column: string) {
  const found = await rows
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number | null>`max(${sql.ref(column)})`.as('newest')])
    .executeTakeFirstOrThrow();
  return { count: Number(found.count), newest: Number(found.newest ?? 0) };
}
