import { sql } from 'kysely';
import { shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { maySeeSay } from '../says/says.policy.ts';

export type Thread = { userId: number; thread: string };

/** Finds the mailbox of a member who wants reply mails and is not closing the account, or of a guest who confirmed it. */
export async function findMailbox(db: Db | Trx, userId: number) {
  const member = await db
    .selectFrom('users')
    .select(['nickname', 'email', 'guestEmail'])
    .where('id', '=', userId)
    .where('mailOnReply', '=', 1)
    .where('closesAt', 'is', null)
    .executeTakeFirst();
  const email = member?.email ?? member?.guestEmail;
  return member && email ? { nickname: member.nickname, email } : undefined;
}

export async function wantsReplyMails(trx: Trx, userId: number) {
  return (await findMailbox(trx, userId)) !== undefined;
}

/** Locks the thread. Returns nothing while a mail begun after `abandonedBefore` is pending. */
export function beginWaiting(trx: Trx, thread: Thread, now: number, abandonedBefore: number) {
  return trx
    .insertInto('mailThreads')
    .values({ ...thread, waitingSince: now })
    .onConflict((known) =>
      known
        .columns(['userId', 'thread'])
        .doUpdateSet({ waitingSince: now })
        .where(sql<boolean>`"mailThreads"."waitingSince" is null or "mailThreads"."waitingSince" < ${abandonedBefore}`),
    )
    .returning('sentAt')
    .executeTakeFirst();
}

export async function insertMailNotice(trx: Trx, notice: Thread & { noticeId: number }) {
  await trx
    .insertInto('mailNotices')
    .values(notice)
    .onConflict((known) => known.column('noticeId').doNothing())
    .execute();
}

/** Locks a pending thread and returns when its last mail was sent; nothing when none is pending. */
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

/** Unread notices of the pending mail with their actors, newest first. */
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

/** Whether the thread's article or say is there for this member: published, or a say that is public, or their own. */
export async function mayRead(trx: Trx, { userId, thread }: Thread) {
  const [kind, id] = thread.split(':');
  if (kind === 'say') {
    const say = trx.selectFrom('says').select(['authorId', 'isPublic', 'state']).where('id', '=', Number(id));
    const row = await say.executeTakeFirst();
    return row !== undefined && maySeeSay({ id: userId, role: 'member' }, row);
  }
  const article = trx.selectFrom('articles').select('id').where('id', '=', Number(id)).where(shown);
  return (await article.executeTakeFirst()) !== undefined;
}

export async function deleteMailNotices(trx: Trx, { userId, thread }: Thread, noticeIds?: number[]) {
  await trx
    .deleteFrom('mailNotices')
    .where('userId', '=', userId)
    .where('thread', '=', thread)
    .$if(noticeIds !== undefined, (notices) => notices.where('noticeId', 'in', noticeIds ?? []))
    .execute();
}

/** Deletes threads with nothing pending whose last mail delays no further one. */
export async function deleteQuietThreads(db: Db, before: number) {
  await db.deleteFrom('mailThreads').where('waitingSince', 'is', null).where('sentAt', '<', before).execute();
}
