import { Failure } from '@mojian/contract/platform/failures';
import { announceWaiting } from '../../core/alerts/announce.ts';
import { slowHash } from '../../core/identity/passwords.ts';
import { requireAllowedWords } from '../../core/moderation/judge.ts';
import { changed } from '../../core/notices/office-changes.ts';
import { requireNoMaintenance } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { registrationOf } from '../../core/settings/site.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { placeOf } from '../../platform/places/places.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import { refuseBarred, requireFree, requireStrongPassword } from '../accounts/create-member.ts';
import { burnCode, type MailboxProof, proveMailbox } from '../accounts/mail-codes.ts';
import { checkNickname } from '../accounts/nickname.ts';
import { applicationMail } from './applications.ts';
import * as queries from './registration.queries.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };
type ApplicationInput = { email: string; nickname: string; password: string; code?: string | undefined; words: string };
type NewApplication = Parameters<typeof queries.insertApplication>[1];

/** Bounds the rows strangers can create. */
const mostWaiting = 500;

/**
 * Stores an application for the staff to decide on. The mailbox is proven first if mail is set up.
 * @throws Failure naming the field; not-allowed where one registers without applying.
 */
export async function apply({ db, siteUrl, smtpUrl }: Deps, input: ApplicationInput, caller: Caller) {
  const settings = await readSettings(db);
  const { mode, code: needsCode } = registrationOf(settings, smtpUrl);
  if (mode !== 'review') throw new Failure('not-allowed', '现在不用申请，请直接注册');
  const { email, nickname, password, words } = input;
  const nicknameKey = checkNickname(nickname);
  requireAllowedWords(settings.moderation, 'nickname', nickname);
  requireStrongPassword(password, { email, nickname });
  const proof = needsCode ? await proveMailbox(db, email, requireCode(input.code)) : undefined;
  await requireFree(db, { email, nickname, nicknameKey });
  await refuseBarred(db, email);
  const names = { email, nickname, nicknameKey, words, provider: null, subject: null };
  const application = {
    ...names,
    passwordHash: await slowHash(password),
    place: await placeOf(caller.address),
    createdAt: Date.now(),
    decidedAt: null,
  };
  await db.transaction().execute((trx) => store(trx, application, { proof, sendsMail: needsCode, siteUrl }));
}

/** @throws Failure for a code that was left out. */
export function requireCode(code: string | undefined) {
  if (code === undefined) throw new Failure('invalid-input', '请输入验证码', 'code');
  return code;
}

type ApplicationContext = { proof?: MailboxProof | undefined; sendsMail: boolean; siteUrl: string };

async function store(trx: Trx, application: NewApplication, { proof, sendsMail, siteUrl }: ApplicationContext) {
  if (proof) await burnCode(trx, proof);
  if (!(await addApplication(trx, application)))
    throw new Failure('already-done', '这个邮箱的申请已经提交，正在等站长通过', 'email');
  if (!sendsMail) return;
  const applicant = { nickname: application.nickname, words: application.words ?? '' };
  for (const { email } of await queries.listOwnerMailboxes(trx))
    if (email) await enqueueMail(trx, applicationMail(email, applicant, siteUrl));
}

async function addApplication(trx: Trx, application: NewApplication) {
  await requireNoMaintenance(trx);
  if ((await queries.countWaitingApplications(trx)) >= mostWaiting)
    throw new Failure('too-many-requests', '待通过的申请太多，请过几天再来');
  if (!(await queries.insertApplication(trx, application))) return false;
  await announceWaiting(trx, {
    what: '有人申请注册',
    event: 'applications',
    permission: 'users.manage',
    text: application.nickname,
    link: '/admin/users/applications',
  });
  await publishEvents(trx, changed('users'));
  return true;
}

type Newcomer = Pick<Schema['applications'], 'nickname' | 'nicknameKey'> & {
  provider: string;
  subject: string;
  providerName: string;
  avatar?: string;
};

/** State of a known application by social login; undefined for a newcomer. */
export async function findApplicationByLogin(db: Db, provider: string, subject: string) {
  return (await queries.findApplicationBySubject(db, provider, subject))?.state;
}

/** Stores an application by social login. A refusal is returned until it is deleted. */
export async function applyByLogin(trx: Trx, newcomer: Newcomer): Promise<'waiting' | 'refused'> {
  const known = await queries.findApplicationBySubject(trx, newcomer.provider, newcomer.subject);
  if (known) return known.state;
  const unknown = { email: null, passwordHash: null, decidedAt: null };
  await addApplication(trx, { ...unknown, ...newcomer, createdAt: Date.now() });
  return 'waiting';
}
