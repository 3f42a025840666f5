import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';
import { code } from './accounts.ts';

const claimable = z.object({
  /** Articles, comments, says and board messages, waiting ones included. */
  count: z.number(),
  /** Names they stand under. */
  names: z.array(z.string()),
});

export type Claimable = z.infer<typeof claimable>;

export const guests = {
  claimable: get('/v1/account/claim', 'member', {
    about: '从旧站搬来或以访客的名义写的、留的是自己邮箱的文字：多少、署名是什么；没有邮箱或本站不能寄信时是零',
    limit: { most: 60, seconds: 600 },
    reply: claimable,
  }),
  claim: post('/v1/account/claim', 'member', {
    about: '认领从前写的文字：code 是寄到自己邮箱的验证码，一次全部归到自己名下，不能撤销',
    limit: { most: 20, seconds: 600 },
    body: z.object({ code }),
    reply: claimable,
  }),
};
