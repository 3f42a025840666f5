import { chinaOffset, dayLength } from '@mojian/contract/platform/time';
import { type Insertable, type SelectQueryBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import { openReports, waitsForReview } from '../../core/moderation/moderated-writing.ts';
import { chinaMonth } from '../../platform/dates.ts';
import { contains, countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Literals, not parameters, so that the planner matches the partial indexes. */
export const isShown = sql<SqlBool>`says."isPublic" = 1 and says.state = 'shown'`;
const isNotPublic = sql<SqlBool>`(says."isPublic" = 0 or says.state = 'held')`;
const isHeld = sql<SqlBool>`says.state = 'held' and says."isPublic" = 1`;

/** `viewerId`: includes this member's own says. `withHeld`: includes everyone's held ones. `until`: only earlier ones. */
export type SayFilter = {
  viewerId: number | undefined;
  withHeld: boolean;
  topic: string | undefined;
  id: number | undefined;
  until: number | undefined;
};
type Slice = { limit: number; offset: number };

/** Columns handed on as they are. */
const sayColumns = [
  'says.id',
  'says.text',
  'says.html',
  'says.pictures',
  'says.place',
  'says.weather',
  'says.likes',
  'says.laughs',
  'says.recalls',
  'says.hugs',
  'says.comments',
  'says.isPublic',
  'says.hasAiContent',
  'says.createdAt',
] as const;

export type Row = Awaited<ReturnType<ReturnType<typeof selectPage>['execute']>>[number];

/** A page of visible says, newest first: ids from the indexes, columns joined after. */
export function selectPage(db: Db, filter: SayFilter, { limit, offset }: Slice) {
  const page = db
    .selectFrom(selectSeen(db, filter).as('seen'))
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
    .select([
      ...sayColumns,
      'says.authorId',
      'says.state',
      'users.nickname',
      'users.avatar',
      'users.role',
      'users.isGuest',
      'users.website',
    ])
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc');
}

/** Counts for visitors what triggers keep. */
export function countSeen(db: Db, filter: SayFilter) {
  const isCounted = filter.viewerId === undefined && !filter.withHeld && filter.topic === undefined;
  if (isCounted && filter.id === undefined)
    return filter.until === undefined ? readSaysCount(db) : countMonthsUntil(db, filter.until);
  return countRows(db.selectFrom(selectSeen(db, filter).as('seen')));
}

/** A union of disjoint parts, each read from its own index. */
function selectSeen(db: Db, { viewerId, withHeld, ...only }: SayFilter) {
  const part = (condition: ReturnType<typeof sql<SqlBool>>) =>
    filterSays(db.selectFrom('says').select(['says.id', 'says.createdAt']).where(condition), only);
  let seen = part(isShown);
  if (viewerId !== undefined) seen = seen.unionAll(part(isNotPublic).where('says.authorId', '=', viewerId));
  if (withHeld) seen = seen.unionAll(part(isHeld).where('says.authorId', '<>', viewerId ?? 0));
  return seen;
}

type Says = SelectQueryBuilder<Schema, 'says', { id: number; createdAt: number }>;

function filterSays(says: Says, { topic, id, until }: Pick<SayFilter, 'topic' | 'id' | 'until'>) {
  const about = sql<SqlBool>`says.id in (select "sayId" from "sayTopics" where topic = ${topic})`;
  return says
    .$if(topic !== undefined, (all) => all.where(about))
    .$if(until !== undefined, (all) => all.where('says.createdAt', '<', until ?? 0))
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

/** Topics of the newest `says` public says, most frequent first. */
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

/** Number of all public says, kept by triggers. */
export async function readSaysCount(db: Db) {
  const counted = await db.selectFrom('counts').select('count').where('name', '=', 'says').executeTakeFirst();
  return counted?.count ?? 0;
}

/** Public says of the months that end by a moment, which is the beginning of a month in China. */
async function countMonthsUntil(db: Db, until: number) {
  const { year, month } = chinaMonth(until);
  const counted = await db
    .selectFrom('sayMonths')
    .select(({ fn }) => fn.sum<number | string | null>('says').as('says'))
    .where('month', '<', year * 100 + month)
    .executeTakeFirst();
  return Number(counted?.says ?? 0);
}

/** Public says per day in China from the day `from`, oldest first; days as numbers. */
export function countSaysByDay(db: Db, from: number): Promise<{ day: number; count: number }[]> {
  const day = sql<number>`("createdAt" + ${sql.lit(chinaOffset)}) / ${sql.lit(dayLength)}`;
  return db
    .selectFrom('says')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where(isShown)
    .where('createdAt', '>=', from * dayLength - chinaOffset)
    .groupBy(day)
    .orderBy(day)
    .execute();
}

type StaffFilter = { state: 'all' | 'shown' | 'held'; text: string; author: string };

/** Says only their author may see are not among them. */
const filterForStaff = (db: Db, { state, text, author }: StaffFilter) =>
  db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .$if(author !== '', (rows) => rows.where(contains('users.nickname', author)))
    .where('says.isPublic', '=', 1)
    .$call((rows) => (state === 'all' ? rows : rows.where('says.state', '=', state)))
    .$if(state === 'held', (rows) => rows.where(waitsForReview('says')))
    .$if(text !== '', (rows) => rows.where(contains('says.text', text)));

export function listSaysForStaff(db: Db, filter: StaffFilter, { limit, offset }: { limit: number; offset: number }) {
  return filterForStaff(db, filter)
    .select([
      'says.id',
      'says.text',
      'says.pictures',
      'says.state',
      'says.reasons',
      'says.place',
      'says.likes',
      'says.comments',
      'says.createdAt',
      'says.authorId',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      openReports('sayId', 'says.id'),
    ])
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countSaysForStaff(db: Db, filter: StaffFilter) {
  return countRows(filterForStaff(db, filter));
}

export type NewSay = Insertable<Schema['says']>;

export function findSay(db: Db | Trx, id: number) {
  return db.selectFrom('says').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findSentSay(db: Db | Trx, authorId: number, sendKey: string) {
  const sent = db.selectFrom('says').select(['id', 'state']).where('authorId', '=', authorId);
  return sent.where('sendKey', '=', sendKey).executeTakeFirst();
}

/** Returns nothing when this author already sent this key. */
export async function insertSay(trx: Trx, say: NewSay) {
  const row = await trx
    .insertInto('says')
    .values(say)
    .onConflict((sent) => sent.columns(['authorId', 'sendKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Locks a say until the transaction ends. */
export function lockSay(trx: Trx, id: number) {
  return trx
    .updateTable('says')
    .set((say) => ({ text: say.ref('text') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function updateSay(trx: Trx, id: number, say: Updateable<Schema['says']>) {
  await trx.updateTable('says').set(say).where('id', '=', id).execute();
}

export async function replaceTopics(trx: Trx, sayId: number, topics: string[]) {
  await trx.deleteFrom('sayTopics').where('sayId', '=', sayId).execute();
  if (topics.length === 0) return;
  await trx
    .insertInto('sayTopics')
    .values(topics.map((topic, position) => ({ sayId, topic, position })))
    .execute();
}

/** Says among these that are reported. */
export function listReported(trx: Trx, ids: number[]) {
  return trx
    .selectFrom('says')
    .selectAll()
    .where('id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('reports').select('reports.id').whereRef('reports.sayId', '=', 'says.id')),
    )
    .execute();
}

/** Comments on these says that are reported. */
export function listReportedComments(trx: Trx, sayIds: number[]) {
  return trx
    .selectFrom('comments')
    .selectAll()
    .where('sayId', 'in', sayIds)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('reports').select('reports.id').whereRef('reports.commentId', '=', 'comments.id')),
    )
    .execute();
}

/** Comments that the database deletes with these says. */
export async function listCommentIds(trx: Trx, sayIds: number[]) {
  const rows = await trx.selectFrom('comments').select('id').where('sayId', 'in', sayIds).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes says with their topics and returns the ids that existed. */
export async function deleteSays(trx: Trx, ids: number[]) {
  const rows = await trx.deleteFrom('says').where('id', 'in', ids).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Some of a member's says, all of them or those nobody else ever saw. */
export async function listOwnIds(trx: Trx, authorId: number, which: 'all' | 'unseen', most: number) {
  const rows = await trx
    .selectFrom('says')
    .select('id')
    .where('authorId', '=', authorId)
    .$if(which === 'unseen', (all) => all.where(({ or, eb }) => or([eb('isPublic', '=', 0), eb('state', '=', 'held')])))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
