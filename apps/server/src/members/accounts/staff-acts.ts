import type { adminMembers } from '@mojian/contract/members/members-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Role } from '@mojian/contract/platform/permissions';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { recordAct } from '../../core/audit/audit.ts';
import { isMuted, muteText } from '../../core/identity/mutes.ts';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import { isAbove } from '../../core/identity/roles.ts';
import { lockMember, updateUser } from '../../core/identity/user-rows.ts';
import { notify } from '../../core/notices/notify.ts';
import { endMemberSession, endSessions } from '../../core/sessions/sessions.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { accountDisabledMail } from './account-mails.ts';
import { countOwners, findFirstUser, findForStaff } from './accounts.queries.ts';
import { dropSecrets } from './mail-codes.ts';
import { requirePasskeyFor } from './passkey-only.ts';

type Body = Input<typeof adminMembers.act>['body'];

/** Applies an act to each member; one refusal does not stop the others. @throws Failure as `requireConfirmed`, for roles. */
export async function actOnMembers(db: Db, viewer: Viewer, body: Body) {
  if (body.act === 'role') await requireConfirmed(db, viewer);
  return each(body.ids, (id) => {
    if (body.act === 'disable') return disableMember(db, viewer, { id, reason: body.reason, until: body.until });
    if (body.act === 'enable') return enableMember(db, viewer, id);
    return setRole(db, viewer, { id, role: body.role });
  });
}

/** `until`: ISO time, null for good. */
type Disabling = { id: number; reason: string; until: string | null };
type Member = Awaited<ReturnType<typeof lockManagedMember>>;

/**
 * Disables a member: all sessions and streams end, their writings stay.
 * @throws Failure as `lockManagedMember` and `requireOwner`; not-allowed for oneself; already-done; invalid-input naming `until`.
 */
export function disableMember(db: Db, viewer: Viewer, disabling: Disabling) {
  return db.transaction().execute((trx) => disable(trx, viewer, disabling));
}

async function disable(trx: Trx, viewer: Viewer, { id, reason, until }: Disabling) {
  const now = Date.now();
  const disabledUntil = until === null ? null : Date.parse(until);
  if (disabledUntil !== null && disabledUntil <= now) throw new Failure('invalid-input', '时间已经过去', 'until');
  if (id === viewer.id) throw new Failure('not-allowed', '不能停用自己的账号', 'id');
  const member = await lockManagedMember(trx, viewer, id);
  if (isDisabled(member, now)) throw new Failure('already-done', '这个账号已经停用了', 'id');
  await updateUser(trx, id, { disabledAt: now, disabledUntil, disabledReason: reason });
  if (member.role === 'owner') await requireOwner(trx);
  await dropSecrets(trx, member);
  await endSessions(trx, id);
  if (member.email) await enqueueMail(trx, accountDisabledMail(member.email, member.nickname, reason, disabledUntil));
  await recordAct(trx, viewer, { act: 'users.disable', subject: `user:${id}`, after: { reason, until } });
}

/** @throws Failure as `lockManagedMember`; already-done. */
export function enableMember(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    const member = await lockManagedMember(trx, viewer, id);
    if (!isDisabled(member, Date.now())) throw new Failure('already-done', '这个账号没有停用', 'id');
    await updateUser(trx, id, { disabledAt: null, disabledUntil: null, disabledReason: '' });
    const { disabledReason: reason, disabledUntil } = member;
    const before = { reason, until: disabledUntil === null ? null : isoTime(disabledUntil) };
    await recordAct(trx, viewer, { act: 'users.enable', subject: `user:${id}`, before });
  });
}

export function isDisabled({ disabledAt, disabledUntil }: Pick<Member, 'disabledAt' | 'disabledUntil'>, now: number) {
  return disabledAt !== null && (disabledUntil === null || disabledUntil > now);
}

/** `until`: ISO time, null for good. */
type MuteInput = { id: number; reason: string; until: string | null };

/**
 * Mutes a member, who may still log in and read, and notifies them.
 * @throws Failure as `lockManagedMember`; not-allowed for oneself; already-done; invalid-input naming `until`.
 */
export function muteMember(db: Db, viewer: Viewer, { id, reason, until }: MuteInput) {
  return db.transaction().execute(async (trx) => {
    const now = Date.now();
    const mutedUntil = until === null ? null : Date.parse(until);
    if (mutedUntil !== null && mutedUntil <= now) throw new Failure('invalid-input', '时间已经过去', 'until');
    if (id === viewer.id) throw new Failure('not-allowed', '不能禁言自己的账号', 'id');
    if (isMuted(await lockManagedMember(trx, viewer, id), now))
      throw new Failure('already-done', '这个账号已经禁言了', 'id');
    await updateUser(trx, id, { mutedAt: now, mutedUntil, mutedReason: reason });
    await notifyMember(
      trx,
      id,
      '你已被禁言',
      `${muteText(mutedUntil)}，原因：${reason}。你仍可以登录和阅读，写过的都还在。`,
    );
    await recordAct(trx, viewer, { act: 'users.mute', subject: `user:${id}`, after: { reason, until } });
  });
}

/** @throws Failure as `lockManagedMember`; already-done. */
export function unmuteMember(db: Db, viewer: Viewer, id: number) {
  return db.transaction().execute(async (trx) => {
    if (id === viewer.id) throw new Failure('not-allowed', '不能解除自己的禁言', 'id');
    const member = await lockManagedMember(trx, viewer, id);
    if (!isMuted(member, Date.now())) throw new Failure('already-done', '这个账号没有禁言', 'id');
    await updateUser(trx, id, { mutedAt: null, mutedUntil: null, mutedReason: '' });
    await notifyMember(trx, id, '禁言解除了', '现在可以照常发言了。');
    const { mutedReason: reason, mutedUntil } = member;
    const before = { reason, until: mutedUntil === null ? null : isoTime(mutedUntil) };
    await recordAct(trx, viewer, { act: 'users.unmute', subject: `user:${id}`, before });
  });
}

function notifyMember(trx: Trx, userId: number, title: string, text: string) {
  return notify(trx, { userId, kind: noticeKinds.system, actorId: null, subject: 'muted', title, text, link: '' });
}

/** `from`: the role on the giver's screen. `sure`: confirmation for one's own role. */
type RoleChange = { id: number; from: Role; role: Role; sure: boolean };

/**
 * Changes a member's role, effective with their next call.
 * @throws Failure as `lockManagedMember`, `requirePasskeyFor` and `requireOwner`; not-allowed for a role above one's own, or one's own unless
 * `sure`; stale when the role changed meanwhile.
 */
export function changeRole(db: Db, viewer: Viewer, change: RoleChange) {
  return db.transaction().execute((trx) => giveRole(trx, viewer, change));
}

/** Changes a role whatever it is now. @throws Failure as `changeRole`. */
function setRole(db: Db, viewer: Viewer, { id, role }: Pick<RoleChange, 'id' | 'role'>) {
  return db.transaction().execute(async (trx) => {
    const { role: from } = await lockManagedMember(trx, viewer, id);
    await giveRole(trx, viewer, { id, from, role, sure: false });
  });
}

async function giveRole(trx: Trx, viewer: Viewer, { id, from, role, sure }: RoleChange) {
  const member = await lockManagedMember(trx, viewer, id);
  if (isAbove(role, viewer.role)) throw new Failure('not-allowed', '不能给出比自己高的角色', 'role');
  if (member.role !== from) throw new Failure('stale', '别人刚刚改过这个账号的角色，请先看看新的', 'role');
  if (role === from) return;
  if (id === viewer.id && !sure) throw new Failure('not-allowed', '这是你自己的角色，改之前请再确认一次', 'sure');
  await requirePasskeyFor(trx, id, role);
  await updateUser(trx, id, { role });
  await dropSecrets(trx, member);
  if (from === 'owner') await requireOwner(trx);
  await recordAct(trx, viewer, { act: 'users.role', subject: `user:${id}`, before: { role: from }, after: { role } });
  await enqueue(trx, 'drop-pages', { tags: [`user:${id}`, 'people'] });
}

/** Logs a member out of one device or all. @throws Failure as `lockManagedMember`; not-found for an ended session. */
export function endSessionsOf(db: Db, viewer: Viewer, { id, session }: { id: number; session?: number | undefined }) {
  return db.transaction().execute(async (trx) => {
    await lockManagedMember(trx, viewer, id);
    if (session === undefined) await endSessions(trx, id);
    else if (!(await endMemberSession(trx, id, session)))
      throw new Failure('not-found', '这台设备已经退出登录', 'session');
    const after = { session: session ?? 'all' };
    await recordAct(trx, viewer, { act: 'users.logout', subject: `user:${id}`, after });
  });
}

/**
 * Locks the member staff act on until the transaction ends.
 * @throws Failure as `lockManagedPerson`; not-allowed for a guest.
 */
export async function lockManagedMember(trx: Trx, viewer: Viewer, id: number) {
  const member = await lockManagedPerson(trx, viewer, id);
  if (member.isGuest) throw guestWithoutAccount();
  return member;
}

export function guestWithoutAccount() {
  return new Failure('not-allowed', '访客没有账号，不能这样处理；可以把访客合并到一位用户', 'id');
}

/**
 * Locks a member or a guest.
 * @throws Failure not-found; gone for a closed account; not-allowed for a rank above one's own.
 */
export async function lockManagedPerson(trx: Trx, viewer: Viewer, id: number) {
  await lockMember(trx, id);
  const member = await findForStaff(trx, id);
  if (!member) throw new Failure('not-found', '用户不存在', 'id');
  if (member.closesAt !== null && member.closesAt <= Date.now()) throw new Failure('gone', '该用户已注销', 'id');
  if (isAbove(member.role, viewer.role)) throw new Failure('not-allowed', '这个账号的级别比你高，你不能处理', 'id');
  return member;
}

/**
 * Runs after an owner was closed, disabled, demoted or merged, under a lock, so that one of two concurrent changes fails.
 * @throws Failure not-allowed when no owner is left; the transaction must then fail.
 */
export async function requireOwner(trx: Trx) {
  await lockMember(trx, await findFirstUser(trx));
  if ((await countOwners(trx, Date.now())) === 0)
    throw new Failure('not-allowed', '这是最后一位站长，请先把站长交给另一个账号');
}
