import { z } from 'zod';
import { del, get, paged, post, put } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { keyScopeNames } from '../platform/key-scopes.ts';

/** Days a key is valid at most, unless it does not expire. */
const longestDays = 3650;
const longestKeyName = 30;
/** Keys of a member that work at the same time. */
export const mostKeys = 20;

const accessKey = z.object({
  id: z.number(),
  name: z.string(),
  /** First characters, by which its owner recognizes it. */
  start: z.string(),
  scopes: z.array(z.enum(keyScopeNames)),
  createdAt: time,
  /** Null for one that does not expire. */
  expiresAt: time.nullable(),
  /** Last use, to five minutes; null before the first. */
  usedAt: time.nullable(),
  /** Province or country of the last use, or ''. */
  place: z.string(),
  /** Whether the last use was the first one from there. */
  isNewPlace: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked']),
});

export type AccessKey = z.infer<typeof accessKey>;

const name = z
  .string('请给钥匙起个名字')
  .trim()
  .min(1, '请给钥匙起个名字')
  .max(longestKeyName, `名字不能超过 ${longestKeyName} 个字`);
const scopes = z
  .array(z.enum(keyScopeNames, `权限须为 ${keyScopeNames.join('、')}`), '请选择能做什么')
  .min(1, '请选择能做什么')
  .max(20, '权限写了太多')
  .transform((value) => [...new Set(value)]);
const one = z.object({ id: id('钥匙编号') });

/** Keys by which programs use the API in a member's name. Apart from `api`, whose sheet every reader loads. */
export const accessKeys = {
  add: post('/v1/key/', 'member', {
    about: '做一把程序用的钥匙；key 只在这个答复里出现。days 是几天后到期，null 不到期。登录超过十分钟的要先确认密码',
    limit: { most: 20, seconds: 600 },
    body: z.object({
      name,
      scopes,
      days: z
        .int('天数须为整数')
        .min(1, '天数至少是 1')
        .max(longestDays, `天数最多 ${longestDays}`)
        .nullable()
        .default(365),
    }),
    reply: accessKey.extend({ key: z.string() }),
  }),
  list: get('/v1/key/', 'member', {
    about: '自己的钥匙，新的在前；停用与到期的留三十天',
    reply: z.array(accessKey),
  }),
  change: put('/v1/key/', 'member', {
    about: '改一把钥匙的名字或权限。登录超过十分钟的要先确认密码',
    limit: { most: 60, seconds: 600 },
    body: one.extend({ name: name.optional(), scopes: scopes.optional() }),
    reply: accessKey,
  }),
  revoke: del('/v1/key/', 'member', {
    about: '停用自己的一把钥匙：它的下一次请求就被拒绝',
    limit: { most: 60, seconds: 600 },
    query: one,
  }),
};

const ownedKey = accessKey.extend({ member: z.object({ id: z.number(), nickname: z.string() }) });

export type OwnedKey = z.infer<typeof ownedKey>;

export const adminAccessKeys = {
  list: paged('/v1/admin/keys/', 'keys.manage', { about: '所有人的钥匙，新的在前', row: ownedKey }),
  revoke: del('/v1/admin/keys/', 'keys.manage', { about: '停用任何人的一把钥匙', query: one }),
};
