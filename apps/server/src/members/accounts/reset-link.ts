import { may } from '@mojian/contract/core/permissions';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { slowHash } from '../../core/identity/passwords.ts';
import { isAbove } from '../../core/identity/roles.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { postLetter } from '../../platform/mail/mails.ts';
import { dropTicketsOf, issueTicket, isTicketGood, takeTicket } from '../../platform/tickets/tickets.ts';
import { resetLinkLetter } from './account-letters.ts';
import { setPassword } from './change-password.ts';
import { isDisabled } from './disable-member.ts';
import { holdMember } from './hold-member.ts';
import { findForStaff } from './staff-acts.queries.ts';
import { requireStrongPassword } from './strong-password.ts';

const day = 24 * 3600;
const kind = { name: 'password-reset', seconds: day };

type Parts = { db: Db; siteUrl: string };
type Wanted = { id: number; by: 'mail' | 'copy' };
/** `maker`: who made the link, null at the command line. */
type Opened = { id: number; maker: number | null };

/**
 * Makes a link that sets another password once, within a day; an older one is dead. Sent by mail it is told to nobody.
 * @throws Failure as holdMember; not-allowed for a member without an e-mail, who logs in by no password.
 */
export function makeResetLink({ db, siteUrl }: Parts, viewer: Viewer, { id, by }: Wanted) {
  return db.transaction().execute(async (trx) => {
    const { email, nickname } = await holdMember(trx, viewer, id);
    if (!email) throw new Failure('not-allowed', '这个账号没有邮箱，不用密码登录', 'id');
    const link = await issueResetLink(trx, siteUrl, { id, maker: viewer.id });
    await recordAct(trx, viewer, { act: 'users.reset', subject: `user:${id}`, after: { by } });
    if (by === 'copy') return { link };
    await postLetter(trx, resetLinkLetter(email, nickname, link, Date.now() + day * 1000));
    return { link: '' };
  });
}

/** The link itself, whoever may make it. */
export async function issueResetLink(trx: Trx, siteUrl: string, opened: Opened) {
  await dropTicketsOf(trx, opened.id, kind);
  // after the #: it reaches no server, log or referrer
  return `${siteUrl}/reset#${await issueTicket(trx, kind, opened, { userId: opened.id })}`;
}

/** Sets a password by such a link and ends all sessions. @throws Failure wrong-code; for a weak password the link stays good. */
export async function resetByLink(db: Db, { ticket, password }: { ticket: string; password: string }) {
  requireStrongPassword(password, {});
  // the queue of slow hashes is for who has a ticket
  if (!(await isTicketGood(db, kind, ticket))) throw usedUp();
  const passwordHash = await slowHash(password);
  await db.transaction().execute((trx) => useLink(trx, ticket, password, passwordHash));
}

async function useLink(trx: Trx, ticket: string, password: string, passwordHash: string) {
  const opened = await takeTicket<Opened>(trx, kind, ticket);
  const user = opened && (await findAccount(trx, opened.id));
  if (!user || !(await mayStillReset(trx, opened, user))) throw usedUp();
  requireStrongPassword(password, user);
  await setPassword(trx, user, passwordHash);
}

/** A link outlives neither the rank of who made it nor their place among the staff. */
async function mayStillReset(trx: Trx, { maker }: Opened, user: Pick<Viewer, 'role'>) {
  if (maker === null) return true;
  const staff = await findForStaff(trx, maker);
  if (!staff || staff.closesAt !== null || isDisabled(staff, Date.now())) return false;
  return may(staff.role, 'users.manage') && !isAbove(user.role, staff.role);
}

function usedUp() {
  return new Failure('wrong-code', '链接已经用过或已过期，请联系站长', 'ticket');
}
