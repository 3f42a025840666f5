import { randomInt } from 'node:crypto';
import { loginFailures } from '@mojian/contract/members/social-texts';
import { loadSettings } from '../../core/settings/settings.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import { applyByLogin } from '../registration/apply.ts';
import * as queries from './wechat.queries.ts';

const provider = 'wechat-account';

/** Why whoever comes for the first time is not let in, as they are told. */
export const refusals = {
  closed: loginFailures.closed,
  invite: loginFailures.invite,
  waiting: loginFailures.waiting,
  refused: loginFailures.rejected,
};

/** The member whom this follower of the official account logs in as; on the first time, one made for them. */
export async function memberOf(trx: Trx, openid: string): Promise<number | keyof typeof refusals> {
  const known = await queries.findMember(trx, provider, openid);
  if (known !== undefined) return known;

  // WeChat tells nothing but the number: many come at once, and numbered names keep them apart
  const nickname = await freeNickname(trx, `微信读者${randomInt(1000, 10_000)}`);
  const { registration } = (await loadSettings(trx)).features;
  if (registration === 'closed' || registration === 'invite') return registration;
  const subject = { provider, subject: openid, providerName: nickname.nickname };
  if (registration === 'review') return applyByLogin(trx, { ...nickname, ...subject });
  const userId = await createMember(trx, nickname);
  await queries.linkMember(trx, userId, provider, openid);
  return userId;
}
