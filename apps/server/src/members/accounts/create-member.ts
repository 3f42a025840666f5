import { passwordWeakness } from '@mojian/contract/members/password-strength';
import { mailboxOf } from '@mojian/contract/platform/email';
import { Failure } from '@mojian/contract/platform/failures';
import { posesAs } from '../../core/identity/nickname-rules.ts';
import { insertUser } from '../../core/identity/user-rows.ts';
import { changed } from '../../core/notices/office-changes.ts';
import { requireNoMaintenance } from '../../core/settings/features.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { isEmailInUse, isNicknameInUse, listBarredMails } from './accounts.queries.ts';
import { ownersNames } from './nickname.ts';

type Newcomer = {
  nickname: string;
  nicknameKey: string;
  email?: string;
  passwordHash?: string;
  avatar?: string;
};

/**
 * Inserts a member and returns the id. A taken nickname or e-mail violates a unique index: see `isDuplicate`.
 * @param newcomer `nicknameKey` from `checkNickname` or `freeNickname`, `email` in lower case and proven.
 * @throws Failure maintenance while registration is closed for it, and as `refuseBarred`.
 */
export async function createMember(trx: Trx, newcomer: Newcomer): Promise<number> {
  await requireNoMaintenance(trx);
  if (newcomer.email) await refuseBarred(trx, newcomer.email);
  const unknown = { email: null, passwordHash: null };
  await publishEvents(trx, changed('users'));
  return insertUser(trx, { ...unknown, ...newcomer, role: 'member', createdAt: Date.now() });
}

export type Names = { email: string; nickname: string; nicknameKey: string };

/** @throws Failure taken, naming the field. */
export async function requireFree(db: Db, { email, nickname, nicknameKey }: Names) {
  if (await isEmailInUse(db, email)) throw new Failure('taken', '这个邮箱已经注册过了，请直接登录', 'email');
  if ((await isNicknameInUse(db, nicknameKey)) || posesAs(nickname, await ownersNames(db)))
    throw new Failure('taken', '这个昵称已经有人用了，或与别人的太像', 'nickname');
}

/**
 * Refuses another address of a mailbox whose member is disabled or muted now.
 * @throws Failure not-allowed naming `email`
 */
export async function refuseBarred(db: Db | Trx, email: string, except?: number) {
  const mailbox = mailboxOf(email);
  const barred = await listBarredMails(db, mailbox.slice(mailbox.lastIndexOf('@')), Date.now());
  if (barred.some((one) => one.id !== except && mailboxOf(one.email ?? '') === mailbox))
    throw new Failure('not-allowed', '这个邮箱的账号被停用或禁言了，不能另外注册；有疑问请联系站长', 'email');
}

/** @throws Failure invalid-input naming `password`, with the weakness. */
export function requireStrongPassword(password: string, person: { email?: string | null; nickname?: string }) {
  const weakness = passwordWeakness(password, person);
  if (weakness) throw new Failure('invalid-input', weakness, 'password');
}
