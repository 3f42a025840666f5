import { z } from 'zod';
import { get, post } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';
import { roles } from '../platform/permissions.ts';

const account = z.object({ id: z.number(), nickname: z.string(), email: z.string(), role: z.enum(roles) });

const preview = z.object({
  from: account,
  into: account,
  /** Public texts and followers; everything else stays with the closed account. Of a guest all texts. */
  moves: z.object({
    articles: z.number(),
    says: z.number(),
    comments: z.number(),
    boardMessages: z.number(),
    series: z.number(),
    fans: z.number(),
    /** Series whose name both have, renamed with a number. */
    renamed: z.number(),
  }),
});

export type MergePreview = z.infer<typeof preview>;

const pair = z.object({ from: id('要合并的账号'), into: id('留下的账号') });

export const adminMerges = {
  preview: get('/v1/admin/users/merge', 'users.manage', {
    about: '把一个账号并进另一个之前：什么会移过去',
    query: pair,
    reply: preview,
  }),
  merge: post('/v1/admin/users/merge', 'users.manage', {
    confirmed: true,
    about: '把一个账号公开写过的归到另一个名下，并注销这一个；没有公开的不移。不能撤销',
    body: pair,
  }),
};
