import { type Insertable, sql } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

type Notice = Insertable<Schema['notices']>;
type About = Pick<Notice, 'userId' | 'kind' | 'subject'>;
export type Actor = Schema['noticeActors'];

export async function insertNotice(trx: Trx, notice: Notice) {
  const { id } = await trx.insertInto('notices').values(notice).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The unread notice of this subject, new or made to say what is said now. */
export async function upsertUnread(trx: Trx, notice: Notice) {
  const { title, text, link, reason, createdAt } = notice;
  const { id } = await trx
    .insertInto('notices')
    .values(notice)
    .onConflict((known) =>
      known
        .columns(['userId', 'kind', 'subject'])
        // spelled as the index is: PostgreSQL finds it by its condition
        .where(sql<boolean>`"readAt" is null and kind <> 0`)
        .doUpdateSet({ title, text, link, reason, createdAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function holdMember(trx: Trx, id: number) {
  await trx
    .updateTable('users')
    .set((user) => ({ seenAt: user.ref('seenAt') }))
    .where('id', '=', id)
    .execute();
}

/** Has an unread notice of this subject say what is said now. Nothing when there is none. */
export async function renewUnread(trx: Trx, { userId, kind, subject, createdAt, ...told }: Notice) {
  const { title, text, link } = told;
  const row = await trx
    .updateTable('notices')
    .set({ title, text, link, createdAt })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('readAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateText(trx: Trx, { userId, kind, subject }: About, text: string) {
  const { numUpdatedRows } = await trx
    .updateTable('notices')
    .set({ text })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Notices of one subject in which this person is. Locks them: their counts are about to change. */
export async function listOf(trx: Trx, { userId, kind, subject }: About, actorId: number) {
  return trx
    .updateTable('notices')
    .set((row) => ({ count: row.ref('count') }))
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('noticeActors')
          .select('actorId')
          .whereRef('noticeId', '=', 'notices.id')
          .where('actorId', '=', actorId),
      ),
    )
    .returning('id')
    .execute();
}

/** False when they were not among its actors. */
export async function touchActor(trx: Trx, { noticeId, actorId, createdAt }: Actor) {
  const { numUpdatedRows } = await trx
    .updateTable('noticeActors')
    .set({ createdAt })
    .where('noticeId', '=', noticeId)
    .where('actorId', '=', actorId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

export async function insertActor(trx: Trx, actor: Actor) {
  await trx.insertInto('noticeActors').values(actor).execute();
}

export async function deleteActor(trx: Trx, { noticeId, actorId }: Omit<Actor, 'createdAt'>) {
  const { numDeletedRows } = await trx
    .deleteFrom('noticeActors')
    .where('noticeId', '=', noticeId)
    .where('actorId', '=', actorId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

export async function changeCount(trx: Trx, id: number, by: 1 | -1) {
  await trx
    .updateTable('notices')
    .set((row) => ({ count: row('count', '+', by) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteIfEmpty(trx: Trx, id: number) {
  await trx.deleteFrom('notices').where('id', '=', id).where('count', '<=', 0).execute();
}

/** A statement names so many at the most. */
const atOnce = 500;

export async function deleteAbout(trx: Trx, subjects: string[]) {
  const gone: { userId: number }[] = [];
  for (let from = 0; from < subjects.length; from += atOnce) {
    const some = subjects.slice(from, from + atOnce);
    gone.push(...(await trx.deleteFrom('notices').where('subject', 'in', some).returning('userId').execute()));
  }
  return gone;
}
