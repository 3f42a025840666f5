import type { Application } from '@mojian/contract/members/registration';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { dayLength } from '@mojian/contract/platform/time';
import { recordAct } from '../../core/audit/audit.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { enqueueDrop } from '../../core/uploads/drop-picture.ts';
import { isoTime } from '../../platform/dates.ts';
import { retryOnDuplicate } from '../../platform/db/retry-on-duplicate.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueueMail, type Mail } from '../../platform/mail/mails.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import { insertSocialLink } from '../accounts/ways-in.ts';
import * as queries from './registration.queries.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined };
type Row = Awaited<ReturnType<typeof queries.selectApplications>>[number];
type Decision = { act: 'approve'; ids: number[] } | { act: 'refuse'; ids: number[]; reason: string };

/** Refusals are kept this long. */
const remembered = 90 * dayLength;

export function listApplications(db: Db, { state, ...query }: PageQuery & { state: 'waiting' | 'refused' }) {
  return findPage(query, {
    list: (slice) => queries.selectApplications(db, state, slice),
    count: () => queries.countApplications(db, state),
    present,
  });
}

/** Approves or refuses applicants and mails them if mail is set up. */
export async function decideApplications({ db, siteUrl, smtpUrl }: Deps, viewer: Viewer, decision: Decision) {
  const sendsMail = canMail((await readSettings(db)).mail, smtpUrl);
  const how = { siteUrl, sendsMail };
  return each(decision.ids, (id) =>
    decision.act === 'approve'
      ? approve(db, viewer, id, how)
      : db.transaction().execute((trx) => refuse(trx, viewer, id, decision.reason, how)),
  );
}

type DecisionContext = { siteUrl: string; sendsMail: boolean };

/** @throws Failure already-done for an applicant who registered otherwise meanwhile; the application is then deleted. */
async function approve(db: Db, viewer: Viewer, id: number, context: DecisionContext) {
  const isMade = await retryOnDuplicate(() =>
    db.transaction().execute((trx) => makeApplicantMember(trx, viewer, id, context)),
  );
  if (!isMade) throw new Failure('already-done', '这个人已经用别的方式注册了，这份申请已移除');
}

/** False for an applicant who is a member already. */
async function makeApplicantMember(trx: Trx, viewer: Viewer, id: number, { siteUrl, sendsMail }: DecisionContext) {
  const taken = await queries.takeWaiting(trx, id);
  if (!taken) throw gone();
  if (await queries.isMemberAlready(trx, taken)) {
    await dropAvatar(trx, taken);
    return false;
  }
  const { email, passwordHash, avatar, provider, subject, providerName } = taken;
  // somebody may have taken the name since
  const name = await freeNickname(trx, taken.nickname);
  const userId = await createMember(trx, {
    ...name,
    avatar,
    ...(email && { email }),
    ...(passwordHash && { passwordHash }),
  });
  if (provider && subject) await insertSocialLink(trx, { userId, provider, subject, name: providerName });
  if (email && sendsMail) await enqueueMail(trx, approvedMail(email, { ...taken, ...name }, siteUrl));
  await recordAct(trx, viewer, { act: 'users.approve', subject: `user:${userId}`, after: { nickname: name.nickname } });
  return true;
}

async function refuse(trx: Trx, viewer: Viewer, id: number, reason: string, { sendsMail }: DecisionContext) {
  const waiting = await queries.findWaiting(trx, id);
  const change = { state: 'refused' as const, reason, decidedAt: Date.now(), avatar: '' };
  const refused = await queries.refuseWaiting(trx, id, change);
  if (!waiting || !refused) throw gone();
  await dropAvatar(trx, waiting);
  const { email, nickname } = refused;
  if (email && sendsMail) await enqueueMail(trx, refusedMail(email, refused, reason));
  await recordAct(trx, viewer, { act: 'users.refuse', subject: `application:${id}`, after: { nickname, reason } });
}

function gone() {
  return new Failure('not-found', '这份申请已经处理过了');
}

/** Deletes the picture that a social login brought along; nobody owns it. */
async function dropAvatar(trx: Trx, { avatar, createdAt }: Pick<Row, 'avatar' | 'createdAt'>) {
  if (avatar !== '') await enqueueDrop(trx, { url: avatar, userId: 0, usedAt: createdAt });
}

/** Deletes old refusals with their mailbox, hash and picture. */
export async function forgetRefused(db: Db, now = Date.now()) {
  await db.transaction().execute(async (trx) => {
    for (const one of await queries.deleteRefused(trx, now - remembered)) await dropAvatar(trx, one);
  });
}

function present({ id, nickname, email, provider, words, place, state, reason, createdAt }: Row): Application {
  return {
    id,
    nickname,
    words,
    place,
    state,
    reason,
    email: email ?? '',
    way: provider ?? '',
    createdAt: isoTime(createdAt),
  };
}

export function findApplicant(db: Db, email: string) {
  return queries.findApplicationOf(db, email);
}

type ApplicationState = { state: 'waiting' | 'refused'; reason: string };

export function notApproved({ state, reason }: ApplicationState) {
  if (state === 'waiting') return new Failure('not-approved');
  return new Failure('not-approved', `注册申请没有通过，原因：${reason}。可以改好再申请`);
}

type Applicant = { nickname: string; words: string };

export function applicationMail(to: string, { nickname, words }: Applicant, siteUrl: string): Mail {
  return {
    to,
    subject: `「${nickname}」申请注册`,
    lines: [`有人申请成为本站会员，昵称是「${nickname}」。`, '请到后台的「用户」里通过或拒绝。'],
    ...(words && { quotes: [{ who: nickname, text: words }] }),
    button: { words: '去看看', url: `${siteUrl}/admin/users/applications` },
  };
}

function approvedMail(to: string, { nickname }: Applicant, siteUrl: string): Mail {
  return {
    to,
    subject: '注册申请通过了',
    lines: [`${nickname}，你好：`, '你的注册申请通过了，用申请时的邮箱和密码就能登录。'],
    button: { words: '去登录', url: siteUrl },
  };
}

function refusedMail(to: string, { nickname }: Applicant, reason: string): Mail {
  return {
    to,
    subject: '注册申请没有通过',
    lines: [`${nickname}，你好：`, '你的注册申请这次没有通过。', `原因：${reason}`],
  };
}
