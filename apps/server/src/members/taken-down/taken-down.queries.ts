import { type Insertable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Kind of writing that can be taken down; `rowId` is its id in the table of that kind. */
export type Kind = Schema['takenDown']['kind'];
export type Written = { kind: Kind; rowId: number };

/** Lists a member's writings that readers see or the staff are asked to review, of all kinds, up to `most`. */
export async function listWritten(db: Db, userId: number, most: number): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select kind, "rowId" from (
      select 'article' as kind, id as "rowId" from articles
        where "authorId" = ${userId} and "removedAt" is null and state in ('published', 'scheduled')
      union all
      select 'comment', id from comments where "authorId" = ${userId} and "removedAt" is null
      union all
      select 'say', id from says where "authorId" = ${userId} and "isPublic" = 1
      union all
      select 'board', id from "boardMessages" where "authorId" = ${userId}
      union all
      select 'chat', "chatMessages".id from "chatMessages" join rooms on rooms.id = "chatMessages"."roomId"
        where "senderId" = ${userId} and rooms.kind = 'group' and "chatMessages".state in ('shown', 'held')
    ) written
    where not exists (select 1 from "takenDown" t where t.kind = written.kind and t."rowId" = written."rowId")
    limit ${most}`.execute(db);
  return rows;
}

/** Records a writing as taken down; one taken down again gets its newest former state, `was`. */
export async function insertTaken(trx: Trx, row: Insertable<Schema['takenDown']>) {
  await trx
    .insertInto('takenDown')
    .values(row)
    .onConflict((known) => known.columns(['kind', 'rowId']).doUpdateSet({ was: row.was, takenAt: row.takenAt }))
    .execute();
}

/** Entries of a member, those of one act if it is given. */
export function listTaken(db: Db, { userId, act }: { userId: number; act: number | undefined }, most: number) {
  const taken = db.selectFrom('takenDown').selectAll().where('userId', '=', userId);
  const some = taken.$if(act !== undefined, (all) => all.where('takenAt', '=', act ?? 0));
  return some.orderBy('id').limit(most).execute();
}

/** Comments that guests wrote since then, from one network if it is given, and that nothing hides yet. */
export function listByGuests(db: Db, { since, network }: { since: number; network: string | undefined }, most: number) {
  return db
    .selectFrom('guestComments')
    .innerJoin('comments', 'comments.id', 'guestComments.commentId')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select(['comments.id as rowId', 'comments.authorId as userId'])
    .where('guestComments.createdAt', '>', since)
    .where('users.isGuest', '=', 1)
    .where('comments.removedAt', 'is', null)
    .$if(network !== undefined, (all) => all.where('guestComments.network', '=', network ?? ''))
    .limit(most)
    .execute();
}

/** Network of a guest's comment; '' where it is not known. */
export async function findNetwork(db: Db, commentId: number) {
  const row = db.selectFrom('guestComments').select('network').where('commentId', '=', commentId);
  return (await row.executeTakeFirst())?.network ?? '';
}

/** Guests' comments that were hidden since then, those of one act if it is given. */
export function listTakenOfGuests(db: Db, { since, act }: { since: number; act: number | undefined }, most: number) {
  return db
    .selectFrom('takenDown')
    .innerJoin('guestComments', 'guestComments.commentId', 'takenDown.rowId')
    .selectAll('takenDown')
    .where('takenDown.kind', '=', 'comment')
    .where('takenDown.takenAt', '>', since)
    .$if(act !== undefined, (all) => all.where('takenDown.takenAt', '=', act ?? 0))
    .orderBy('takenDown.id')
    .limit(most)
    .execute();
}

/** Entries whose writings are to be deleted by now. */
export function listDue(db: Db, now: number, most: number) {
  return db.selectFrom('takenDown').selectAll().where('purgeAt', '<=', now).orderBy('purgeAt').limit(most).execute();
}

/** Locks and returns an entry; undefined when another act took it first. */
export function deleteTaken(trx: Trx, id: number) {
  return trx.deleteFrom('takenDown').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Sets when everything taken down of a member is deleted; null for never. */
export async function setPurge(trx: Trx, userId: number, purgeAt: number | null) {
  await trx.updateTable('takenDown').set({ purgeAt }).where('userId', '=', userId).execute();
}

export async function countTaken(db: Db | Trx, userId: number) {
  const { count, purgeAt } = await db
    .selectFrom('takenDown')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('purgeAt').as('purgeAt')])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), purgeAt: purgeAt === null ? null : Number(purgeAt) };
}
