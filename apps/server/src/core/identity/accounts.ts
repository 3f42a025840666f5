import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { notify } from '../notices/notify.ts';

/** Columns needed to sign in and to confirm a password. */
export function selectAccount(db: Db | Trx) {
  return db.selectFrom('users').select(['id', 'email', 'nickname', 'passwordHash', 'role', 'isGuest']);
}

export function findAccount(db: Db | Trx, id: number) {
  return selectAccount(db).where('id', '=', id).executeTakeFirst();
}

export function listOwners(trx: Trx) {
  return trx.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id').execute();
}

/**
 * Locks the member's row until the transaction ends: for changes of login methods, and for per-member maximums, where
 * concurrent inserts must count each other.
 */
export async function lockMember(trx: Trx, userId: number) {
  await trx.updateTable('users').set({ id: sql`id` }).where('id', '=', userId).execute();
}

/** @throws Failure naming `field`: not-found for an unknown member and a guest, gone for a closed account */
export async function requireMember(db: Db | Trx, id: number, field: string) {
  const person = await findPerson(db, id);
  if (!person || person.isGuest) throw unknownUser(field);
  requireOpen(person, field);
}

/** Requires a member, or a guest with an article that everybody finds. @throws Failure as requireMember */
export async function requireAuthor(db: Db | Trx, id: number, field: string) {
  const person = await findPerson(db, id);
  if (!person || (person.isGuest && !(await hasListedArticle(db, id)))) throw unknownUser(field);
  requireOpen(person, field);
}

function findPerson(db: Db | Trx, id: number) {
  return db.selectFrom('users').select(['closesAt', 'isGuest']).where('id', '=', id).executeTakeFirst();
}

async function hasListedArticle(db: Db | Trx, authorId: number) {
  const found = db.selectFrom('articles').select('id').where('authorId', '=', authorId).where(listed).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

function unknownUser(field: string) {
  return new Failure('not-found', '用户不存在', field);
}

function requireOpen({ closesAt }: { closesAt: number | null }, field: string) {
  if (closesAt !== null && closesAt <= Date.now()) throw new Failure('gone', '该用户已注销', field);
}

type Alert = { title: string; text: string; link: string };

const advice = '如果这不是你做的，请马上改密码，并在「登录中的设备」里让别的设备退出。';

/** Warns a member by notice and mail of an act a thief of their session would do. Sent for their own acts too. */
export async function alertMember(trx: Trx, userId: number, { title, text, link }: Alert) {
  const member = await findAccount(trx, userId);
  if (!member) return;
  const notice = { title, text: `${text}${advice}`, link };
  await notify(trx, { userId, kind: noticeKinds.system, actorId: null, subject: 'security', ...notice });
  if (!member.email) return;
  const lines = [`${member.nickname}，你好：`, text, advice];
  await enqueueMail(trx, { to: member.email, subject: title, lines });
}

/** Alerts every owner. */
export async function alertOwners(trx: Trx, alert: Alert) {
  for (const { id } of await listOwners(trx)) await alertMember(trx, id, alert);
}
