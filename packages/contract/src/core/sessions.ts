import { z } from 'zod';
import { del, get } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { roles } from '../platform/permissions.ts';

export const profile = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  cover: z.string(),
  intro: z.string(),
  website: z.string(),
  place: z.string(),
  role: z.enum(roles),
});

export const me = profile.extend({
  /** Null for a social login without an e-mail. */
  email: z.string().nullable(),
  hasPassword: z.boolean(),
  /** E-mail on replies to one's comments; off by default. */
  mailOnReply: z.boolean(),
  /** Keeps what cameras noted in uploaded pictures, but never the position; off by default. */
  keepsCamera: z.boolean(),
  /** Whether new articles of followed members are mailed. */
  mailOnArticle: z.boolean(),
  /** Whether their collections are on their page; off by default. */
  showsCollects: z.boolean(),
  /** True once for a member without an e-mail, so that the page may propose adding one. */
  proposeEmail: z.boolean(),
  /** Permission to write articles, and to publish them without review. */
  writing: z.object({ write: z.boolean(), publish: z.boolean() }),
  /** Whether the member may enter the back office. */
  office: z.boolean(),
  joinedAt: time,
  /** Members they blocked, whose words their screens hide; without the staff. */
  blocked: z.array(z.number()),
});

export type Me = z.infer<typeof me>;

/** The account with the token of its new session, returned by every login. */
/** `restored`: this login took back the closing of the account. */
export const signedIn = me.extend({ token: z.string(), restored: z.literal(true).optional() });

export type SignedIn = z.infer<typeof signedIn>;

const session = z.object({
  id: z.number(),
  /** Such as `Chrome · Windows`. */
  device: z.string(),
  /** Province or country, '' when unknown. */
  place: z.string(),
  /** Login method. */
  way: z.enum(['password', 'code', 'qq', 'weibo', 'gitee', 'wechat', 'github', 'wechat-account', 'passkey']),
  current: z.boolean(),
  createdAt: time,
  usedAt: time,
});

export type Session = z.infer<typeof session>;
export type Way = Session['way'];

export const sessions = {
  byToken: get('/v1/user/selectUserInfoByToken', 'anyone', {
    about:
      '令牌的主人：令牌放在 Authorization 头里，或者 query 里。登录跳转带回的一次性口令放在 query 里，连同跳转时留下的 nonce，一并答复真正的令牌',
    limit: { most: 120, seconds: 60 },
    /** A query, unlike the header, ends up in proxies' logs: it takes a one-time handover, never a session token. */
    query: z.object({
      token: z.string('令牌有误').max(200, '令牌有误').default(''),
      nonce: z.string('令牌有误').max(200, '令牌有误').default(''),
    }),
    /** `token` only in exchange for a handover. */
    reply: me.extend({ token: z.string().optional() }),
  }),
  logout: get('/logout', 'anyone', {
    about: '退出登录：请求头里的令牌从此无效',
  }),
  list: get('/v1/session/', 'member', {
    about: '自己登录中的设备，最近用过的在前',
    reply: z.array(session),
  }),
  revoke: del('/v1/session/', 'member', {
    about: '让自己的一台设备退出登录',
    limit: { most: 60, seconds: 60 },
    query: z.object({ id: id('设备编号') }),
  }),
  revokeOthers: del('/v1/session/others', 'member', {
    about: '让这台以外的设备都退出登录',
    limit: { most: 20, seconds: 60 },
  }),
};
