import { randomInt } from 'node:crypto';
import type { SignedIn } from '@mojian/contract/core/sessions';
import { loginFailures } from '@mojian/contract/members/social-texts';
import { wechatCodeSeconds } from '@mojian/contract/members/wechat';
import { Failure } from '@mojian/contract/platform/failures';
import { signIn } from '../../core/sessions/sessions.ts';
import { loadSettings, readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey } from '../../platform/limits/limits.ts';
import { hashOf, sixDigits } from '../../platform/tickets/tickets.ts';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import { applyByLogin } from '../registration/apply.ts';
import * as queries from './wechat.queries.ts';

/** How long after its time a code answered at the last moment may still be collected. */
const grace = 5000;
/** The page asks every second: a reply in the very last one would never be seen. */
const lastSecond = 1000;
const attempts = 20;

type Asker = Pick<Caller, 'address' | 'agent'>;

/** A code for the caller to send to the official account. @throws Failure not-found when there is no such account. */
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
 * Logs the sender in where the code was asked for. False for a code that is unknown, used or past its time; a line of text
 * for who is not let in: the code waits on.
 */
export async function answerLoginCode(trx: Trx, code: string, openid: string) {
  if (!(await queries.holdWaitingCode(trx, code, Date.now() + grace + lastSecond))) return false;
  const member = await memberOfOpenid(trx, openid);
  if (typeof member === 'string') return refusals[member];
  await queries.answerCode(trx, code, member);
  return true;
}

/**
 * What the browser that asked for the code is told, once: who is logged in.
 * @throws Failure pending while nobody has replied; wrong-code for a code that is over, and likewise for anybody else's.
 */
export async function collectLogin(db: Db, code: string, caller: Asker): Promise<SignedIn> {
  const asker = askerOf(caller);
  const found = await queries.findCode(db, code, asker, Date.now());
  if (found && found.userId === null) throw new Failure('pending', '还没有收到登录码，请在公众号里发送');

  const userId = found && (await queries.takeAnsweredCode(db, code, asker));
  if (userId === undefined) throw new Failure('wrong-code', '验证码已过期，请刷新', 'loginCode');
  return signIn(db, { userId, way: 'wechat-account', caller });
}

/** A code of six digits can be guessed: only this browser at this address is answered. */
function askerOf({ address, agent }: Asker) {
  return hashOf(`${addressKey(address)}\n${agent}`);
}

const provider = 'wechat-account';

/** Why whoever comes for the first time is not let in, as they are told. */
const refusals = {
  closed: loginFailures.closed,
  invite: loginFailures.invite,
  waiting: loginFailures.waiting,
  refused: loginFailures.rejected,
};

/** The member whom this follower of the official account logs in as; on the first time, one made for them. */
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
  await queries.insertOpenidLink(trx, userId, provider, openid);
  return userId;
}
