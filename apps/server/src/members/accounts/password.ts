import { spellEmail } from '@mojian/contract/platform/email';
import { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { endKeysOf } from '../../core/access-keys/access-keys.ts';
import { recordAct, recordActOf } from '../../core/audit/audit.ts';
import { findAccount, listOwners } from '../../core/identity/accounts.ts';
import { confirmPassword, requireOpenSession, slowHash } from '../../core/identity/passwords.ts';
import { isAbove } from '../../core/identity/roles.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import { notify } from '../../core/notices/notify.ts';
import { endSessions } from '../../core/sessions/sessions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { dropTicketsOf, issueTicket, isTicketGood, takeTicket } from '../../platform/tickets/tickets.ts';
import { passwordChangedMail, resetLinkMadeMail, resetLinkMail } from './account-mails.ts';
import { findForStaff } from './accounts.queries.ts';
import { requireStrongPassword } from './create-member.ts';
import { findProven } from './log-in.ts';
import { burnCode, dropSecrets, proveMailbox } from './mail-codes.ts';
import { isDisabled, lockManagedMember } from './staff-acts.ts';

type Forgotten = { email: string; password: string; code: string };
type Account = { id: number; email: string | null; nickname: string };

/** Sets a password by a mailed code and ends all sessions, one of which may be a thief's. */
export async function resetPassword(db: Db, { email, password, code }: Forgotten) {
  requireStrongPassword(password, { email });
  const proof = await proveMailbox(db, email, code);
  const user = await findProven(db, proof);
  if (user.role === 'demo') throw new Failure('not-allowed', '演示模式，不允许操作');
  requireStrongPassword(password, user);
  const passwordHash = await slowHash(password);
  await db.transaction().execute(async (trx) => {
    await burnCode(trx, proof);
    await setPassword(trx, user, passwordHash);
  });
}

/**
 * Changes one's password and ends all other sessions. A first one needs an e-mail: without it the password opens no login,
 * and forgotten it could not be reset, yet is wanted from then on to confirm.
 * @throws Failure as `confirmPassword` and `requireOpenSession`, for a weak password, or not-allowed without an e-mail.
 */
export async function changePassword(
  db: Db,
  viewer: Viewer,
  { present, password }: Record<'present' | 'password', string>,
) {
  const user = await confirmPassword(db, viewer, present, 'present');
  if (user.email === null && user.passwordHash === null)
    throw new Failure('not-allowed', '请先添加邮箱：登录时密码要和邮箱一起用');
  requireStrongPassword(password, user);
  const passwordHash = await slowHash(password);
  await db.transaction().execute(async (trx) => {
    await requireOpenSession(trx, viewer);
    await setPassword(trx, user, passwordHash, viewer.sessionId);
  });
}

/** Ends all sessions but `except`, without one also all keys of programs, and all open secrets, and mails a warning. */
async function setPassword(trx: Trx, { id, email, nickname }: Account, passwordHash: string, except?: number) {
  await updateUser(trx, id, { passwordHash });
  await dropSecrets(trx, { id, email });
  await endSessions(trx, id, except === undefined ? {} : { except });
  if (except === undefined) await endKeysOf(trx, id);
  if (email) await enqueueMail(trx, passwordChangedMail(email, nickname));
}

const day = 24 * 3600;
const kind = { name: 'password-reset', seconds: day };

type Deps = { db: Db; siteUrl: string };
type ResetLinkInput = { id: number; by: 'mail' | 'copy' };
/** `maker`: who made the link, null at the command line. */
type ResetTicket = { id: number; maker: number | null };

/**
 * Makes a link that sets a password once within a day, replacing an older one. A mailed link is returned as ''. A member
 * without an e-mail may have a password that confirms, and no code to reset it by.
 * Who has a copied link can log in as the member, so only the owner gets one, for members of lower rank, and the member
 * is told.
 * @throws Failure as `lockManagedMember`; not-allowed for a member with neither, to mail to one without an e-mail, and to
 *   copy for all but the owner and for an owner's account.
 */
export async function makeResetLink({ db, siteUrl }: Deps, viewer: Viewer, { id, by }: ResetLinkInput) {
  return db.transaction().execute(async (trx) => {
    const { email, nickname, role } = await lockManagedMember(trx, viewer, id);
    if (!email && !(await findAccount(trx, id))?.passwordHash)
      throw new Failure('not-allowed', '这个账号没有邮箱，不用密码登录', 'id');
    if (!email && by === 'mail') throw new Failure('not-allowed', '这个账号没有邮箱，请生成链接，自己转交', 'by');
    if (by === 'copy') requireCopier(viewer, role);
    const link = await issueResetLink(trx, siteUrl, { id, maker: viewer.id });
    await recordAct(trx, viewer, { act: 'users.reset', subject: `user:${id}`, after: { by } });
    if (!email || by === 'copy') {
      await tellOfLink(trx, { id, email, nickname });
      return { link };
    }
    await enqueueMail(trx, resetLinkMail(email, nickname, link, Date.now() + day * 1000));
    return { link: '' };
  });
}

function requireCopier(viewer: Viewer, role: Viewer['role']) {
  if (viewer.role !== 'owner')
    throw new Failure('not-allowed', '拿到链接的人能登录这个账号，所以只有站长能自己转交；请寄给对方', 'by');
  if (role === 'owner')
    throw new Failure('not-allowed', '站长账号的链接不能转交，请寄给对方，或在服务器上用命令生成', 'by');
}

async function tellOfLink(trx: Trx, { id, email, nickname }: { id: number; email: string | null; nickname: string }) {
  const title = '站长为你的账号开了重设密码的链接';
  const text = '拿到链接的人能登录你的账号。如果你没有请站长帮忙，请马上联系站长，并自己改一次密码，链接随即作废。';
  const about = { userId: id, kind: noticeKinds.system, actorId: null, subject: 'security' } as const;
  await notify(trx, { ...about, title, text, link: '/user#account' });
  if (email) await enqueueMail(trx, resetLinkMadeMail(email, nickname));
}

async function issueResetLink(trx: Trx, siteUrl: string, reset: ResetTicket) {
  await dropTicketsOf(trx, reset.id, kind);
  // after the #: it reaches no server, log or referrer
  return `${siteUrl}/reset#${await issueTicket(trx, kind, reset, { userId: reset.id })}`;
}

/**
 * Sets a password by link and ends all sessions. @throws Failure wrong-code; a weak password leaves the link valid.
 */
export async function resetByLink(db: Db, { ticket, password }: { ticket: string; password: string }) {
  requireStrongPassword(password, {});
  // the queue of slow hashes is for who has a ticket
  if (!(await isTicketGood(db, kind, ticket))) throw linkExpired();
  const passwordHash = await slowHash(password);
  await db.transaction().execute((trx) => useLink(trx, ticket, password, passwordHash));
}

async function useLink(trx: Trx, ticket: string, password: string, passwordHash: string) {
  const reset = await takeTicket<ResetTicket>(trx, kind, ticket);
  const user = reset && (await findAccount(trx, reset.id));
  if (!user || !(await mayStillReset(trx, reset, user))) throw linkExpired();
  requireStrongPassword(password, user);
  await setPassword(trx, user, passwordHash);
}

/** A link dies when its maker loses the rank or the account. */
async function mayStillReset(trx: Trx, { maker }: ResetTicket, user: Pick<Viewer, 'role'>) {
  if (maker === null) return true;
  const staff = await findForStaff(trx, maker);
  if (!staff || staff.closesAt !== null || isDisabled(staff, Date.now())) return false;
  return may(staff.role, 'users.manage') && !isAbove(user.role, staff.role);
}

function linkExpired() {
  return new Failure('wrong-code', '链接已经用过或已过期，请联系站长', 'ticket');
}

/**
 * Makes a reset link for an owner from the command line, and records it.
 * @param email which owner, where there are several.
 * @throws Error with one Chinese line when there is no such owner with an e-mail.
 */
export function resetOwner(db: Db, siteUrl: string, email?: string) {
  return db.transaction().execute(async (trx) => {
    const owner = await findOwner(trx, email);
    const link = await issueResetLink(trx, siteUrl, { id: owner.id, maker: null });
    await recordActOf(trx, '命令行', { act: 'users.reset', subject: `user:${owner.id}`, after: { by: 'cli' } });
    return { nickname: owner.nickname, link };
  });
}

async function findOwner(trx: Trx, email: string | undefined) {
  const ids = await listOwners(trx);
  const owners = await Promise.all(ids.map(({ id }) => findAccount(trx, id)));
  const reachable = owners.filter((owner) => owner !== undefined).filter((owner) => owner.email !== null);
  if (reachable.length === 0)
    throw new Error('没有一位站长用邮箱与密码登录；还没有创建站长账号的，请重新启动，打开印出的一次性链接');
  const wanted = email === undefined ? undefined : spellEmail(email);
  const [owner, ...others] = reachable.filter((one) => wanted === undefined || one.email === wanted);
  if (!owner) throw new Error(`没有用这个邮箱的站长；站长的邮箱：${reachable.map((one) => one.email).join('、')}`);
  if (others.length > 0) throw new Error(`有几位站长，请写明是哪一位：${reachable.map((one) => one.email).join('、')}`);
  return owner;
}
