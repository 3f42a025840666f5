import { randomInt } from 'node:crypto';
import type { SignedIn } from '@mojian/contract/core/sessions';
import { loginFailures } from '@mojian/contract/members/social-texts';
import { wechatCodeSeconds } from '@mojian/contract/members/wechat';
import { Failure } from '@mojian/contract/platform/failures';
import { findBarText, signIn } from '../../core/sessions/sessions.ts';
import { loadSettings, readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey } from '../../platform/limits/limits.ts';
import { secretHash, sixDigits } from '../../platform/tickets/tickets.ts';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import { insertSocialLink } from '../accounts/ways-in.ts';
import { applyByLogin } from '../registration/apply.ts';
import * as queries from './wechat.queries.ts';

/** Milliseconds for which a code answered at the last moment can be collected. */
const grace = 5000;
/** Milliseconds: the page polls every second and would miss a reply in the last one. */
const lastSecond = 1000;
const attempts = 20;

type Asker = Pick<Caller, 'address' | 'agent'>;

/** Issues a code to send to the official account. @throws Failure not-found without an account. */
export async function issueLoginCode(db: Db, caller: Asker) {
  const { wechatAccount } = await readSettings(db);
  const { name, qrCode, token } = wechatAccount;
  if (token === '') throw new Failure('not-found', '站长还没有设置公众号登录');

  const asker = askerOf(caller);
  const expiresAt = Date.now() + wechatCodeSeconds * 1000 + grace;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = `DL${sixDigits()}`;
    if (await queries.insertCode(db, { code, asker, expiresAt }))
      return { data: code, extra: { account: name, qrCode } };
  }
  throw new Failure('too-many-requests', '正在登录的人太多，请稍后再试');
}

/**
 * Logs the sender in where the code was issued. False for a code that is unknown, used or expired; a refusal's text, which
 * leaves the code open.
 */
export async function answerLoginCode(trx: Trx, code: string, openid: string) {
  if (!(await queries.lockWaitingCode(trx, code, Date.now() + grace + lastSecond))) return false;
  const member = await memberOfOpenid(trx, openid);
  if (typeof member === 'string') return refusals[member];
  const bar = await findBarText(trx, member);
  if (bar !== undefined) return bar;
  await queries.answerCode(trx, code, member);
  return true;
}

/**
 * Returns the login to the browser that asked for the code, once.
 * @throws Failure pending while nobody has replied; wrong-code for an expired code or another browser's.
 */
export async function collectLogin(db: Db, code: string, caller: Asker): Promise<SignedIn> {
  const asker = askerOf(caller);
  const found = await queries.findCode(db, code, asker, Date.now());
  if (found && found.userId === null) throw new Failure('pending', '还没有收到登录码，请在公众号里发送');

  const userId = found && (await queries.takeAnsweredCode(db, code, asker));
  if (userId === undefined) throw new Failure('wrong-code', '验证码已过期，请刷新', 'loginCode');
  return signIn(db, { userId, way: 'wechat-account', caller });
}

/** Binds a guessable code to one browser at one address. */
function askerOf({ address, agent }: Asker) {
  return secretHash(`${addressKey(address)}\n${agent}`);
}

/** Name of this way in among the accounts elsewhere. */
export const provider = 'wechat-account';

const refusals = {
  closed: loginFailures.closed,
  invite: loginFailures.invite,
  waiting: loginFailures.waiting,
  refused: loginFailures.rejected,
};

/** Finds the member of a follower or creates one. */
async function memberOfOpenid(trx: Trx, openid: string): Promise<number | keyof typeof refusals> {
  const known = await queries.findMember(trx, provider, openid);
  if (known !== undefined) return known;

  // WeChat tells nothing but the number: many come at once, and numbered names keep them apart
  const nickname = await freeNickname(trx, `微信读者${randomInt(1000, 10_000)}`);
  const { registration } = (await loadSettings(trx)).features;
  if (registration === 'closed' || registration === 'invite') return registration;
  const subject = { provider, subject: openid, providerName: nickname.nickname };
  if (registration === 'review') return applyByLogin(trx, { ...nickname, ...subject });
  const userId = await createMember(trx, nickname);
  await insertSocialLink(trx, { userId, provider, subject: openid, name: '' });
  return userId;
}
