import { sql } from 'kysely';
import { chinaOffset, dayLength } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';

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
