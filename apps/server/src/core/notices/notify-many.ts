import { type Permission, permissions } from '@mojian/contract/platform/permissions';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { type Insertable, sql } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { withoutUnhearing } from '../blocks/blocks.ts';
import { lockMember } from '../identity/user-rows.ts';
import { changeUnread, insertNotice, type NoticeContent, type NoticeTarget, notify } from './notify.ts';

type Shared = Omit<NoticeTarget, 'userId' | 'actorId'> & NoticeContent & { actorId: number | null };

/**
 * Notifies many members of one subject in a few statements, from one actor or none. Members with a notice of the
 * subject, read or not, are skipped. Pass some hundred at most: their rows are locked until the transaction ends.
 * Returns how many were notified.
 */
export async function notifyAll(trx: Trx, userIds: number[], { actorId, ...shared }: Shared) {
  const notified = await listNotified(trx, userIds, shared);
  const hearing = actorId === null ? userIds : await withoutUnhearing(trx, userIds, actorId);
  const untold = hearing.filter((id) => id !== actorId && !notified.has(id));
  if (untold.length === 0) return 0;

  const createdAt = Date.now();
  const made = await insertNotices(
    trx,
    untold.map((userId) => ({
      ...shared,
      userId,
      count: actorId === null ? 0 : 1,
      reason: shared.reason ?? '',
      createdAt,
    })),
  );
  if (actorId !== null)
    await insertActors(
      trx,
      made.map(({ id }) => ({ noticeId: id, actorId, createdAt })),
    );
  await publishEvents(trx, ...made.map(({ id, userId }) => ({ topic: `user:${userId}`, type: 'notice', id })));
  return made.length;
}

/** Deletes some notices of a subject and returns how many; fewer than `most` were the last. */
export async function forgetSomeNotices(trx: Trx, subject: string, most: number) {
  const gone = await deleteSomeAbout(trx, subject, most);
  const notified = [...new Set(gone.map(({ userId }) => userId))];
  if (notified.length > 0)
    await publishEvents(trx, ...notified.map((id) => ({ topic: `user:${id}`, type: 'notice', id: 0 })));
  return gone.length;
}

type Notice = Insertable<Schema['notices']>;

/** Filters members to those who have a notice of the subject, read or not. */
async function listNotified(trx: Trx, userIds: number[], { kind, subject }: Pick<Notice, 'kind' | 'subject'>) {
  if (userIds.length === 0) return new Set<number>();
  const rows = await trx
    .selectFrom('notices')
    .select('userId')
    .where('userId', 'in', userIds)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

function insertNotices(trx: Trx, notices: Notice[]) {
  return trx
    .insertInto('notices')
    .values(notices)
    .onConflict((known) =>
      known.columns(['userId', 'kind', 'subject']).where(sql<boolean>`"readAt" is null and kind <> 0`).doNothing(),
    )
    .returning(['id', 'userId'])
    .execute();
}

async function insertActors(trx: Trx, actors: Schema['noticeActors'][]) {
  if (actors.length > 0) await trx.insertInto('noticeActors').values(actors).execute();
}

function deleteSomeAbout(trx: Trx, subject: string, most: number) {
  return trx
    .deleteFrom('notices')
    .where('id', 'in', trx.selectFrom('notices').select('id').where('subject', '=', subject).limit(most))
    .returning('userId')
    .execute();
}

type StaffNotice = { actorId: number | null; subject: string; title: string; text: string; link: string };

/** Notifies the owners, in the transaction in which it happens. */
export async function notifyOwners(trx: Trx, notified: StaffNotice) {
  for (const { id } of await listOwners(trx)) await notify(trx, { ...notified, userId: id, kind: noticeKinds.system });
}

/** Notifies editors. An unread notice of this subject is updated instead of repeated. */
export async function notifyEditors(trx: Trx, notified: StaffNotice) {
  for (const { id } of await listEditors(trx))
    await notify(trx, { ...notified, userId: id, kind: noticeKinds.system, grouped: true });
}

type ReviewNotice = { permission: Permission; subject: string; title: string; text: string; link: string };

/** Notifies all who may decide, with one notice for what has waited since they last read: its title counts. */
export async function notifyReviewers(trx: Trx, { permission, ...content }: ReviewNotice) {
  for (const { id: userId } of await listPermitted(trx, permission)) {
    // without a unique index, the row lock makes the second of two concurrent notices find the first
    await lockMember(trx, userId);
    const notice = { ...content, userId, kind: noticeKinds.system, createdAt: Date.now() };
    const id = (await countOnto(trx, notice)) ?? (await insertNotice(trx, { ...notice, count: 1, reason: '' }));
    await publishEvents(trx, { topic: `user:${userId}`, type: 'notice', id });
  }
}

/** Renews the unread notice of a subject, counting; undefined without one. */
async function countOnto(trx: Trx, { title, text, link, createdAt, ...key }: Notice) {
  const row = await changeUnread(trx, key)
    .set(({ eb }) => ({
      text,
      link,
      createdAt,
      title: sql<string>`cast(count + 1 as text) || ${` 件：${title}`}`,
      count: eb('count', '+', 1),
    }))
    .executeTakeFirst();
  return row?.id;
}

function listPermitted(trx: Trx, permission: Permission) {
  const roles = permissions[permission].filter((role) => role !== 'demo');
  return trx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', roles)
    .where('closesAt', 'is', null)
    .orderBy('id')
    .execute();
}

function listOwners(trx: Trx) {
  return trx.selectFrom('users').select('id').where('role', '=', 'owner').execute();
}

/** Editors: staff who review texts. */
function listEditors(trx: Trx) {
  return trx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', ['owner', 'admin', 'editor'])
    .where('closesAt', 'is', null)
    .orderBy('id')
    .execute();
}
