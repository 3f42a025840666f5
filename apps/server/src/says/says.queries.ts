import { type SqlBool, sql } from 'kysely';
import { chinaOffset, dayLength } from '../china-day.ts';
import type { Db, Schema, Trx } from '../db/schema.ts';

/** Written out rather than bound, as is every condition of the index. */
const isPublic = sql<SqlBool>`says."isPublic" = 1`;

type Slice = { limit: number; offset: number };

/** Public says, newest first. The page is found in the index alone and dressed after. */
export function selectPublic(db: Db, topic: string | undefined, { limit, offset }: Slice) {
  const page = db
    .selectFrom('says')
    .selectAll()
    .where(isPublic)
    .where(about(topic))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('page');

  return db
    .selectFrom(page)
    .innerJoin('users', 'users.id', 'page.authorId')
    .select(['page.id', 'page.text', 'page.html', 'page.pictures', 'page.place', 'page.likes', 'page.comments'])
    .select(['page.createdAt', 'page.authorId', 'users.nickname', 'users.avatar'])
    .orderBy('page.createdAt', 'desc')
    .orderBy('page.id', 'desc');
}

export async function countPublic(db: Db, topic: string | undefined) {
  const { total } = await db
    .selectFrom('says')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isPublic)
    .where(about(topic))
    .executeTakeFirstOrThrow();
  return total;
}

export function listTopicsOf(db: Db, sayIds: number[]) {
  return db
    .selectFrom('sayTopics')
    .select(['sayId', 'topic'])
    .where('sayId', 'in', sayIds)
    .orderBy('sayId')
    .orderBy('position')
    .execute();
}

/** How many public says each Chinese day brought; oldest first. */
export function countByDay(db: Db) {
  const day = sql<number>`("createdAt" + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;
  return db
    .selectFrom('says')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where(isPublic)
    .groupBy(day)
    .orderBy(day)
    .execute();
}

type NewSay = Pick<Schema['says'], 'authorId' | 'text' | 'createdAt'> & {
  [Column in 'html' | 'pictures' | 'place']: string;
} & { isPublic: number };

export async function insertSay(trx: Trx, say: NewSay) {
  const { id } = await trx.insertInto('says').values(say).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertTopics(trx: Trx, sayId: number, topics: string[]) {
  if (topics.length === 0) return;
  await trx
    .insertInto('sayTopics')
    .values(topics.map((topic, position) => ({ sayId, topic, position })))
    .execute();
}

function about(topic: string | undefined) {
  if (topic === undefined) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`says.id in (select "sayId" from "sayTopics" where topic = ${topic})`;
}
