import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { chinaOffset, dayLength } from '../../platform/dates.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';

/** Written out rather than bound, as is every condition of the index. */
const isShown = sql<SqlBool>`says."isPublic" = 1 and says.state = 'shown'`;
const isHidden = sql<SqlBool>`(says."isPublic" = 0 or says.state = 'held')`;
const isHeld = sql<SqlBool>`says.state = 'held' and says."isPublic" = 1`;

/** `viewerId`: whose own says are among them. `withHeld`: those of all who wait to be approved are as well. */
export type Which = {
  viewerId: number | undefined;
  withHeld: boolean;
  topic: string | undefined;
  id: number | undefined;
};
type Slice = { limit: number; offset: number };

export type Row = Awaited<ReturnType<ReturnType<typeof selectPage>['execute']>>[number];

/** A page of what may be seen, newest first: found in the indexes alone and dressed after. */
export function selectPage(db: Db, which: Which, { limit, offset }: Slice) {
  const page = db
    .selectFrom(selectSeen(db, which).as('seen'))
    .select('seen.id')
    .orderBy('seen.createdAt', 'desc')
    .orderBy('seen.id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('page');

  return db
    .selectFrom(page)
    .innerJoin('says', 'says.id', 'page.id')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select(['says.id', 'says.text', 'says.html', 'says.pictures', 'says.place', 'says.likes', 'says.comments'])
    .select(['says.createdAt', 'says.authorId', 'says.isPublic', 'says.state'])
    .select(['users.nickname', 'users.avatar', 'users.role'])
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc');
}

export async function countSeen(db: Db, which: Which) {
  const { total } = await db
    .selectFrom(selectSeen(db, which).as('seen'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Each say is in one of the parts only. */
function selectSeen(db: Db, { viewerId, withHeld, topic, id }: Which) {
  const part = (condition: ReturnType<typeof sql<SqlBool>>) =>
    only(db.selectFrom('says').select(['says.id', 'says.createdAt']).where(condition), topic, id);
  let seen = part(isShown);
  if (viewerId !== undefined) seen = seen.unionAll(part(isHidden).where('says.authorId', '=', viewerId));
  if (withHeld) seen = seen.unionAll(part(isHeld).where('says.authorId', '<>', viewerId ?? 0));
  return seen;
}

type Says = SelectQueryBuilder<Schema, 'says', { id: number; createdAt: number }>;

function only(says: Says, topic: string | undefined, id: number | undefined) {
  const about = sql<SqlBool>`says.id in (select "sayId" from "sayTopics" where topic = ${topic})`;
  return says
    .$if(topic !== undefined, (all) => all.where(about))
    .$if(id !== undefined, (all) => all.where('says.id', '=', id ?? 0));
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

/** Topics of so many of the newest says, those most often met first. */
export function listRecentTopics(db: Db, says: number, limit: number) {
  const recent = db
    .selectFrom('says')
    .select('id')
    .where(isShown)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(says)
    .as('recent');
  return db
    .selectFrom(recent)
    .innerJoin('sayTopics', 'sayTopics.sayId', 'recent.id')
    .select(({ fn }) => ['sayTopics.topic', fn.countAll<number>().as('count')])
    .groupBy('sayTopics.topic')
    .orderBy('count', 'desc')
    .orderBy(({ fn }) => fn.max('recent.id'), 'desc')
    .limit(limit)
    .execute();
}

/** How many public says each Chinese day brought; oldest first. */
export function countByDay(db: Db) {
  const day = sql<number>`("createdAt" + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;
  return db
    .selectFrom('says')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where(isShown)
    .groupBy(day)
    .orderBy(day)
    .execute();
}
