import { type Permission, permissions } from '@mojian/contract/platform/permissions';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { type Insertable, sql } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { hears } from '../blocks/blocks.ts';
import { lockMember } from '../identity/user-rows.ts';
import { type Actor, changeUnread, insertNotice, type NoticeContent, type NoticeTarget, notify } from './notify.ts';

type Shared = Omit<NoticeTarget, 'userId' | 'actorId'> & NoticeContent & { actorId: number | null };

/**
 * Notifies many members of one subject in a few statements, from one actor or none. Members with a notice of the
 * subject, read or not, are skipped. Pass some hundred at most: their rows are locked until the transaction ends.
 * Returns how many were notified.
 */
export async function notifyAll(trx: Trx, userIds: number[], shared: Shared) {
  if (userIds.length === 0) return 0;
  const createdAt = Date.now();
  const made = await insertNotices(trx, userIds, { ...shared, createdAt });
  if (made.length === 0) return 0;
  const ids = made.map(({ id }) => id);
  if (shared.actorId !== null) await insertActor(trx, ids, { actorId: shared.actorId, createdAt });
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

/** Inserts the same notice for those of the members who hear the actor and have none of the subject, read or not. */
async function insertNotices(trx: Trx, userIds: number[], notice: Shared & { createdAt: number }) {
  const { actorId, kind, subject, title, text, link, reason = '', createdAt } = notice;
  const count = actorId === null ? 0 : 1;
  const { rows } = await sql<{ id: number; userId: number }>`
    insert into notices ("userId", kind, subject, title, text, link, reason, count, "createdAt")
    select users.id, ${kind}, ${subject}, ${title}, ${text}, ${link}, ${reason}, ${count}, ${createdAt} from users
    where users.id in (${sql.join(userIds)}) and ${actorId === null ? sql`true` : isNotifiedBy(actorId)}
      and not exists (select 1 from notices as known
        where known."userId" = users.id and known.kind = ${kind} and known.subject = ${subject})
    order by users.id
    on conflict ("userId", kind, subject) where "readAt" is null and kind <> 0 do nothing
    returning id, "userId"`.execute(trx);
  return rows;
}

/** SQL condition on `users`: somebody else, who hears the actor. */
const isNotifiedBy = (actorId: number) => sql<boolean>`users.id <> ${actorId} and ${hears('users.id', actorId)}`;

async function insertActor(trx: Trx, noticeIds: number[], { actorId, createdAt }: Omit<Actor, 'noticeId'>) {
  await sql`insert into "noticeActors" ("noticeId", "actorId", "createdAt")
    select id, ${actorId}, ${createdAt} from notices where id in (${sql.join(noticeIds)})`.execute(trx);
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
