import { randomInt } from 'node:crypto';
import { createMember } from '../accounts/create-member.ts';
import { freeNickname } from '../accounts/nickname.ts';
import type { Trx } from '../db/schema.ts';
import * as queries from './wechat.queries.ts';

const provider = 'wechat-account';

/** The member whom this follower of the official account logs in as; on the first time, one made for them. */
export async function memberOf(trx: Trx, openid: string) {
  const known = await queries.findMember(trx, provider, openid);
  if (known !== undefined) return known;

  // WeChat tells nothing but the number: many come at once, and numbered names keep them apart
  const nickname = await freeNickname(trx, `微信读者${randomInt(1000, 10_000)}`);
  const userId = await createMember(trx, nickname);
  await queries.linkMember(trx, userId, provider, openid);
  return userId;
}
