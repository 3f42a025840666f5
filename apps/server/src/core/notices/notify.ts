import type { NoticeKind, NoticeReason } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { type Insertable, sql } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { hears } from '../blocks/blocks.ts';
import { lockMember } from '../identity/user-rows.ts';

export type NoticeTarget = {
  /** Recipient. */
  userId: number;
  kind: NoticeKind;
  /** Actor, or null. */
  actorId: number | null;
  /** Event and object, as `like article:12`: unread notices of one subject are merged. */
  subject: string;
  /** System notices stay separate unless this is set. */
  grouped?: boolean;
};
export type NoticeContent = { title: string; text: string; link: string; reason?: NoticeReason };

/**
 * Notifies a member, in the transaction of the event. Returns the notice's id; undefined for the member's own act, for
 * that of somebody they blocked, and for a guest, who reads no notices, unless they are mailed to them.
 */
export async function notify(
  trx: Trx,
  { actorId, title, text, link, reason = '', grouped = false, ...about }: NoticeTarget & NoticeContent,
) {
  if (actorId === about.userId || !(await isReachable(trx, { actorId, ...about }))) return;
  const content = { title, text, link, reason, createdAt: Date.now() };
  const id = await storeNotice(trx, { ...about, ...content }, grouped);
  if (actorId !== null) await addActor(trx, { noticeId: id, actorId, createdAt: content.createdAt });
  await publishEvents(trx, { topic: `user:${about.userId}`, type: 'notice', id });
  return id;
}

/**
 * False for guests without a mailbox, and for members who do not hear the actor; what the site says reaches them all the
 * same.
 */
async function isReachable(trx: Trx, { userId, kind, actorId }: Pick<NoticeTarget, 'userId' | 'kind' | 'actorId'>) {
  const speaker = kind === noticeKinds.system ? null : actorId;
  const row = await trx
    .selectFrom('users')
    .select(['isGuest', 'guestEmail'])
    .where('id', '=', userId)
    .$if(speaker !== null, (hearing) => hearing.where(hears('users.id', speaker ?? 0)))
    .executeTakeFirst();
  return row !== undefined && (row.isGuest === 0 || row.guestEmail !== null);
}

async function storeNotice(trx: Trx, notice: Parameters<typeof insertNotice>[1], grouped: boolean) {
  if (notice.kind !== noticeKinds.system) return upsertUnread(trx, notice);
  if (!grouped) return insertNotice(trx, notice);
  // without a unique index, the row lock makes the second of two concurrent notices find the first
  await lockMember(trx, notice.userId);
  return (await renewUnread(trx, notice)) ?? insertNotice(trx, notice);
}

/** Updates the text of a subject's notice, read or not. False without one. */
export function updateNoticeText(trx: Trx, { userId, kind, subject }: Omit<NoticeTarget, 'grouped'>, text: string) {
  return updateText(trx, { userId, kind, subject }, text);
}

/** Removes one actor from a notice, read or not; deletes it without actors. */
export async function withdrawNotice(
  trx: Trx,
  { actorId, ...about }: Omit<NoticeTarget, 'grouped'> & { actorId: number },
) {
  for (const { id } of await listOf(trx, about, actorId)) {
    if (await deleteActor(trx, { noticeId: id, actorId })) await changeCount(trx, id, -1);
    await deleteIfEmpty(trx, id);
    await publishEvents(trx, { topic: `user:${about.userId}`, type: 'notice', id });
  }
}

/** Deletes all notices about erased subjects. */
export async function deleteNoticesOf(trx: Trx, subjects: string[]) {
  const gone = await deleteAbout(trx, subjects);
  for (const userId of new Set(gone.map((notice) => notice.userId)))
    await publishEvents(trx, { topic: `user:${userId}`, type: 'notice', id: 0 });
}

/** Runs under the lock of the notice's row, which serialises concurrent actors. */
async function addActor(trx: Trx, actor: Actor) {
  if (await touchActor(trx, actor)) return;
  await insertActor(trx, actor);
  await changeCount(trx, actor.noticeId, 1);
}

type Notice = Insertable<Schema['notices']>;
type NoticeKey = Pick<Notice, 'userId' | 'kind' | 'subject'>;
export type Actor = Schema['noticeActors'];

export async function insertNotice(trx: Trx, notice: Notice) {
  const { id } = await trx.insertInto('notices').values(notice).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Inserts or updates the unread notice of this subject. */
async function upsertUnread(trx: Trx, notice: Notice) {
  const { title, text, link, reason, createdAt } = notice;
  const { id } = await trx
    .insertInto('notices')
    .values(notice)
    .onConflict((known) =>
      known
        .columns(['userId', 'kind', 'subject'])
        // written like the index: PostgreSQL matches partial indexes by their condition
        .where(sql<boolean>`"readAt" is null and kind <> 0`)
        .doUpdateSet({ title, text, link, reason, createdAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A change of a member's notices of one subject, to which the caller adds what is set. */
function changeAbout(trx: Trx, { userId, kind, subject }: NoticeKey) {
  const ofMember = trx.updateTable('notices').where('userId', '=', userId);
  return ofMember.where('kind', '=', kind).where('subject', '=', subject);
}

/** As `changeAbout`, of the unread one, giving its id. */
export const changeUnread = (trx: Trx, key: NoticeKey) =>
  changeAbout(trx, key).where('readAt', 'is', null).returning('id');

/** Updates the unread notice of this subject; undefined without one. */
async function renewUnread(trx: Trx, { title, text, link, createdAt, ...key }: Notice) {
  const row = await changeUnread(trx, key).set({ title, text, link, createdAt }).executeTakeFirst();
  return row?.id;
}

async function updateText(trx: Trx, key: NoticeKey, text: string) {
  const { numUpdatedRows } = await changeAbout(trx, key).set({ text }).executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Notices of one subject with this actor, locked, since their counts are about to change. */
async function listOf(trx: Trx, key: NoticeKey, actorId: number) {
  return changeAbout(trx, key)
    .set((row) => ({ count: row.ref('count') }))
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
async function touchActor(trx: Trx, { noticeId, actorId, createdAt }: Actor) {
  const { numUpdatedRows } = await trx
    .updateTable('noticeActors')
    .set({ createdAt })
    .where('noticeId', '=', noticeId)
    .where('actorId', '=', actorId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

async function insertActor(trx: Trx, actor: Actor) {
  await trx.insertInto('noticeActors').values(actor).execute();
}

async function deleteActor(trx: Trx, { noticeId, actorId }: Omit<Actor, 'createdAt'>) {
  const { numDeletedRows } = await trx
    .deleteFrom('noticeActors')
    .where('noticeId', '=', noticeId)
    .where('actorId', '=', actorId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

async function changeCount(trx: Trx, id: number, by: 1 | -1) {
  await trx
    .updateTable('notices')
    .set((row) => ({ count: row('count', '+', by) }))
    .where('id', '=', id)
    .execute();
}

async function deleteIfEmpty(trx: Trx, id: number) {
  await trx.deleteFrom('notices').where('id', '=', id).where('count', '<=', 0).execute();
}

/** Ids per statement. */
const atOnce = 500;

async function deleteAbout(trx: Trx, subjects: string[]) {
  const gone: { userId: number }[] = [];
  for (let from = 0; from < subjects.length; from += atOnce) {
    const some = subjects.slice(from, from + atOnce);
    gone.push(...(await trx.deleteFrom('notices').where('subject', 'in', some).returning('userId').execute()));
  }
  return gone;
}
