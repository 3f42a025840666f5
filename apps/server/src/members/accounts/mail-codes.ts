import { randomInt } from 'node:crypto';
import { Failure } from '@mojian/contract/platform/failures';
import { requireSolution } from '../../core/captcha/captcha.ts';
import { matchesHash, slowHash } from '../../core/identity/passwords.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey, addTry, countTry, triesSoFar } from '../../platform/limits/limits.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { findTrouble } from '../../platform/mail/outcomes.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { dropTicketsOf, secretHash } from '../../platform/tickets/tickets.ts';
import { codeMail } from './account-mails.ts';
import * as queries from './accounts.queries.ts';
import { dropCode } from './accounts.queries.ts';

/** Milliseconds. */
const codeLifetime = 5 * 60_000;
const triesPerCode = 5;

/** Proof that somebody reads a mailbox; consumed by `burnCode`. */
export type MailboxProof = { email: string; hash: string };

/** Draws a six-digit code and hashes it slowly like a password: a quick hash of a million codes is soon reversed. */
export async function newCode() {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: await slowHash(code) };
}

function keepCode(trx: Trx, { email, hash }: MailboxProof) {
  const sentAt = Date.now();
  return queries.keepCode(trx, { email, hash, triesLeft: triesPerCode, sentAt, expiresAt: sentAt + codeLifetime });
}

/**
 * Checks a code. A wrong one uses up a try; a right one stays valid until `burnCode`.
 * @throws Failure wrong-code for a wrong, expired, used or exhausted code.
 */
export async function proveMailbox(db: Db, email: string, code: string): Promise<MailboxProof> {
  const hash = await queries.takeTry(db, email, validWindow());
  if (!hash || !(await matchesHash(hash, code))) throw wrongCode();
  await queries.giveTryBack(db, email, hash);
  return { email, hash };
}

/** Consumes the code in the transaction it is used for. @throws Failure wrong-code for the second of two uses. */
export async function burnCode(trx: Trx, { email, hash }: MailboxProof) {
  if (!(await queries.takeCode(trx, email, hash, validWindow()))) throw wrongCode();
}

/** Expiry times of valid codes; a later one was sent before the clock was set back. */
function validWindow(now = Date.now()) {
  return { after: now, until: now + codeLifetime + 60_000 };
}

export function dropOldCodes(db: Db, now = Date.now()) {
  return queries.deleteOldCodes(db, now);
}

function wrongCode() {
  return new Failure('wrong-code', undefined, 'code');
}

const perMinute = { most: 1, seconds: 60 };
/** A mailbox bounds its mails a day, an address far fewer of them: a stranger alone does not use up all. */
const perDay = { most: 30, seconds: 24 * 3600 };
const perAsker = { most: 10, seconds: 24 * 3600 };
const perAddress = { most: 30, seconds: 3600 };
/** Codes per address before each costs a captcha. */
const beforeCaptcha = { most: 5, seconds: 600 };

type Deps = { db: Db; smtpUrl?: string | undefined };
type CodeRequest = { email: string; captcha?: string | undefined };

/**
 * Sends a code to a mailbox, whether or not it belongs to a member, so that nobody learns who is one.
 * @throws Failure no-mail without a mail server; captcha-needed or too-many-requests, and nothing is sent or counted.
 */
export async function sendCode(
  { db, smtpUrl }: Deps,
  { email, captcha }: CodeRequest,
  { address }: Pick<Caller, 'address'>,
) {
  if (!canMail((await readSettings(db)).mail, smtpUrl)) throw new Failure('no-mail');
  await refuseWhileFailing(db);
  const names = countersOf(email, address);
  await refuseEarly(db, names);
  const isGuarded =
    (await triesSoFar(db, names.beforeCaptcha, { seconds: beforeCaptcha.seconds })) >= beforeCaptcha.most;
  if (isGuarded) await requireSolution(db, captcha);
  const { code, hash } = await newCode();
  await db.transaction().execute(async (trx) => {
    await count(trx, names, isGuarded);
    await keepCode(trx, { email, hash });
    await enqueueMail(trx, codeMail(email, code, Date.now() + codeLifetime));
  });
}

/** Milliseconds after a failure of the mail server in which codes are refused; then one tries it again. */
const troubleLasts = 120_000;

/** @throws Failure unavailable instead of promising a code that would not arrive */
async function refuseWhileFailing(db: Db) {
  const trouble = await findTrouble(db);
  const age = trouble ? Date.now() - trouble.at : troubleLasts;
  if (age >= 0 && age < troubleLasts)
    throw new Failure('unavailable', '本站现在寄不出邮件，请过几分钟再试，或告诉站长');
}

type Counters = ReturnType<typeof countersOf>;

function countersOf(email: string, address: string) {
  const mailbox = secretHash(email);
  const from = addressKey(address);
  return {
    minute: `code:minute:${mailbox}`,
    day: `code:day:${mailbox}`,
    asker: `code:asker:${mailbox}:${from}`,
    address: `code:address:${from}`,
    beforeCaptcha: `code:calm:${from}`,
  };
}

/** Refuses before a hash or a solved captcha is spent. */
async function refuseEarly(db: Db, names: Counters) {
  await triesSoFar(db, names.address, perAddress);
  await triesSoFar(db, names.asker, perAsker);
  await triesSoFar(db, names.day, perDay);
  await triesSoFar(db, names.minute, perMinute);
}

async function count(trx: Trx, names: Counters, isGuarded: boolean) {
  await countTry(trx, names.minute, perMinute);
  await countTry(trx, names.asker, perAsker);
  await countTry(trx, names.day, perDay);
  await countTry(trx, names.address, perAddress);
  const { hits } = await addTry(trx, names.beforeCaptcha, beforeCaptcha.seconds);
  if (hits > beforeCaptcha.most && !isGuarded) throw new Failure('captcha-needed');
}

/**
 * Invalidates reset links, mailed codes and pending logins of an account whose password, mailbox or role changed. Sessions
 * are ended by `endSessions`.
 */
export async function dropSecrets(trx: Trx, { id, email }: { id: number; email: string | null }) {
  await dropTicketsOf(trx, id);
  await queries.dropAnsweredLogins(trx, id);
  if (email) await dropCode(trx, email);
}
