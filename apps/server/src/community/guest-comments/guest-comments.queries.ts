import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Target } from '../comments/comment-target.ts';

export type Row = Selectable<Schema['comments']>;

/** Does nothing for a comment that was sent twice. */
export async function insertGuestComment(trx: Trx, row: Insertable<Schema['guestComments']>) {
  await trx
    .insertInto('guestComments')
    .values(row)
    .onConflict((known) => known.column('commentId').doNothing())
    .execute();
}

function selectWritten(db: Db, browser: string) {
  return db
    .selectFrom('guestComments')
    .innerJoin('comments', 'comments.id', 'guestComments.commentId')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .where('guestComments.browser', '=', browser)
    .where('users.isGuest', '=', 1) // not those that a member has claimed since
    .where('comments.removedAt', 'is', null);
}

/** A comment of a guest that this browser wrote. */
export function findWritten(db: Db, browser: string, id: number): Promise<Row | undefined> {
  return selectWritten(db, browser).selectAll('comments').where('comments.id', '=', id).executeTakeFirst();
}

export function findComment(db: Db, id: number): Promise<Row | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSentByBrowser(db: Db, browser: string, sendKey: string) {
  const sent = selectWritten(db, browser).select('comments.id').where('comments.sendKey', '=', sendKey);
  return (await sent.executeTakeFirst())?.id;
}

/** Comments of this browser on a target that are held, or newer than `since`. */
export function listWritten(
  db: Db,
  { browser, target, since, limit }: { browser: string; target: Target; since: number; limit: number },
): Promise<Row[]> {
  return selectWritten(db, browser)
    .selectAll('comments')
    .where(`comments.${target.kind}Id`, '=', target.id)
    .where(({ or, eb }) => or([eb('comments.state', '=', 'held'), eb('comments.createdAt', '>', since)]))
    .orderBy('guestComments.createdAt', 'desc')
    .limit(limit)
    .execute();
}

/** Whether readers see something that this browser wrote, besides the comment being edited. */
export async function hasShownOfBrowser(db: Db, browser: string, exceptId = 0) {
  const written = selectWritten(db, browser).select('comments.id').where('comments.id', '<>', exceptId);
  const shown = written.where('comments.state', '=', 'shown').limit(1);
  return (await shown.executeTakeFirst()) !== undefined;
}

/** The guest of a comment, where it came from, and how much they and their network wrote; nothing for a member's. */
export function findWriter(db: Db, commentId: number) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .leftJoin('guestComments', 'guestComments.commentId', 'comments.id')
    .select([
      'users.id',
      'users.nickname',
      'users.mailHash',
      'users.guestKey',
      'guestComments.network',
      sql<number>`(select count(*) from comments c where c."authorId" = users.id)`.as('comments'),
      sql<number>`(select count(*) from "guestComments" g where g.network <> ''
        and g.network = "guestComments".network)`.as('fromNetwork'),
    ])
    .where('comments.id', '=', commentId)
    .where('users.isGuest', '=', 1)
    .executeTakeFirst();
}

export function listRefusals(db: Db) {
  return db.selectFrom('guestRefusals').selectAll().orderBy('id', 'desc').execute();
}

/** Returns nothing when it is refused already. */
export function insertRefusal(trx: Trx, row: Insertable<Schema['guestRefusals']>) {
  return trx
    .insertInto('guestRefusals')
    .values(row)
    .onConflict((known) => known.columns(['kind', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function deleteRefusal(trx: Trx, id: number) {
  return trx.deleteFrom('guestRefusals').where('id', '=', id).returningAll().executeTakeFirst();
}

export async function countRefusals(trx: Trx) {
  const { count } = await trx
    .selectFrom('guestRefusals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Forgets the networks of older comments. */
export async function dropNetworks(db: Db, before: number) {
  await db
    .updateTable('guestComments')
    .set({ network: '' })
    .where('createdAt', '<', before)
    .where('network', '<>', '')
    .execute();
}
