import { z } from 'zod';
import { del, get, post } from '../platform/endpoint.ts';
import { id, time, wholeNumber } from '../platform/fields.ts';

const share = z.object({
  id: z.number(),
  /** Path of the shared draft. */
  path: z.string(),
  views: z.number(),
  createdAt: time,
  expiresAt: time,
});

const sharedDraft = z.object({
  title: z.string(),
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
  hasDiagram: z.boolean(),
  words: z.number(),
  minutes: z.number(),
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string() }),
  savedAt: time,
  expiresAt: time,
});

export type Share = z.infer<typeof share>;
export type SharedDraft = z.infer<typeof sharedDraft>;

export const shares = {
  list: get('/v1/article/shares', 'member', {
    about: '一篇草稿还有效的分享链接与看过的次数',
    query: z.object({ id: id('文章编号') }),
    reply: z.array(share),
  }),
  create: post('/v1/article/share', 'member', {
    speaks: true,
    about: '给草稿一个分享链接：有链接的人在期限内可以读到最新的草稿',
    limit: { most: 30, seconds: 600 },
    body: z.object({ id: id('文章编号'), days: wholeNumber('天数', 30) }),
    reply: share,
  }),
  revoke: del('/v1/article/share', 'member', {
    about: '让一个分享链接失效',
    query: z.object({ id: id('链接编号') }),
  }),
  show: get('/v1/article/shared', 'anyone', {
    about: '凭分享链接读一篇草稿',
    limit: { most: 120, seconds: 600 },
    query: z.object({ token: z.string('链接有误').regex(/^[\w-]{20,100}$/, '链接有误') }),
    reply: sharedDraft,
  }),
};
