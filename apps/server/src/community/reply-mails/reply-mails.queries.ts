import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

export type Thread = { userId: number; thread: string };

/** Where letters go of a member who wants them, has a mailbox, and does not leave. */
export async function findMailbox(db: Db | Trx, userId: number) {
  const member = await db
    .selectFrom('users')
    .select(['nickname', 'email'])
    .where('id', '=', userId)
    .where('mailOnReply', '=', 1)
    .where('closesAt', 'is', null)
    .executeTakeFirst();
  return member?.email ? { nickname: member.nickname, email: member.email } : undefined;
}

export async function wantsLetters(trx: Trx, userId: number) {
  return (await findMailbox(trx, userId)) !== undefined;
}

/** Locks the thread. Nothing when a letter is under way already, begun after `givenUp`. */
export function beginWaiting(trx: Trx, thread: Thread, now: number, givenUp: number) {
  return trx
    .insertInto('mailThreads')
    .values({ ...thread, waitingSince: now })
    .onConflict((known) =>
      known
        .columns(['userId', 'thread'])
        .doUpdateSet({ waitingSince: now })
        .where(sql<boolean>`"mailThreads"."waitingSince" is null or "mailThreads"."waitingSince" < ${givenUp}`),
    )
    .returning('sentAt')
    .executeTakeFirst();
}

export async function insertNotice(trx: Trx, notice: Thread & { noticeId: number }) {
  await trx
    .insertInto('mailNotices')
    .values(notice)
    .onConflict((known) => known.column('noticeId').doNothing())
    .execute();
}

/** When its last letter went out; nothing when none is under way. Locks the thread. */
export function lockWaiting(trx: Trx, { userId, thread }: Thread) {
  return trx
    .updateTable('mailThreads')
    .set((row) => ({ sentAt: row.ref('sentAt') }))
    .where('userId', '=', userId)
    .where('thread', '=', thread)
    .where('waitingSince', 'is not', null)
    .returning('sentAt')
    .executeTakeFirst();
}

export async function changeThread(
  trx: Trx,
  { userId, thread }: Thread,
  change: { sentAt?: number; waitingSince?: null },
) {
  await trx.updateTable('mailThreads').set(change).where('userId', '=', userId).where('thread', '=', thread).execute();
}

/** Notices not read yet that the letter tells of, newest first, each with who did it. */
export function listUnread(trx: Trx, { userId, thread }: Thread) {
  return trx
    .selectFrom('mailNotices')
    .innerJoin('notices', 'notices.id', 'mailNotices.noticeId')
    .innerJoin('noticeActors', 'noticeActors.noticeId', 'notices.id')
    .innerJoin('users', 'users.id', 'noticeActors.actorId')
    .select(['notices.id', 'notices.reason', 'notices.text', 'notices.title', 'notices.link', 'users.nickname'])
    .where('mailNotices.userId', '=', userId)
    .where('mailNotices.thread', '=', thread)
    .where('notices.readAt', 'is', null)
    .orderBy('notices.id', 'desc')
    .execute();
}

export async function forgetNotices(trx: Trx, { userId, thread }: Thread, noticeIds?: number[]) {
  await trx
    .deleteFrom('mailNotices')
    .where('userId', '=', userId)
    .where('thread', '=', thread)
    .$if(noticeIds !== undefined, (told) => told.where('noticeId', 'in', noticeIds ?? []))
    .execute();
}

/** Threads in which nothing is under way and whose last letter no longer holds up the next. */
export async function deleteQuietThreads(db: Db, before: number) {
  await db.deleteFrom('mailThreads').where('waitingSince', 'is', null).where('sentAt', '<', before).execute();
}

export async function stopLetters(db: Db, userId: number) {
  await db.updateTable('users').set({ mailOnReply: 0 }).where('id', '=', userId).execute();
}

const keyName = 'unsubscribeKey';

export async function findKey(db: Db) {
  const row = await db.selectFrom('settings').select('value').where('name', '=', keyName).executeTakeFirst();
  return row?.value;
}

/** Stores the key unless another process was first, and returns the stored one. */
export async function keepKey(db: Db, value: string) {
  await db
    .insertInto('settings')
    .values({ name: keyName, value })
    .onConflict((kept) => kept.column('name').doNothing())
    .execute();
}
