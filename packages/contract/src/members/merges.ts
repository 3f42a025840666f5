import { z } from 'zod';
import { roles } from '../core/permissions.ts';
import { endpoint } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';

const account = z.object({ id: z.number(), nickname: z.string(), email: z.string(), role: z.enum(roles) });

const preview = z.object({
  from: account,
  into: account,
  /** Whether the remaining account has no e-mail and takes over the other's with its password. */
  takesEmail: z.boolean(),
  /** Social logins moved to the remaining account. */
  ways: z.array(z.string()),
  /** Login methods both have; the merged account's are dropped. */
  lostWays: z.array(z.string()),
  moves: z.object({
    articles: z.number(),
    says: z.number(),
    comments: z.number(),
    boardMessages: z.number(),
    likes: z.number(),
    collects: z.number(),
    follows: z.number(),
    fans: z.number(),
    notices: z.number(),
    rooms: z.number(),
    fileOwners: z.number(),
    feedback: z.number(),
    series: z.number(),
    passkeys: z.number(),
    /** Series whose name both have, renamed with a number. */
    renamed: z.number(),
    /** Likes and collects both have, which count once. */
    doubles: z.number(),
    /** Chat messages between the two, which are deleted. */
    lost: z.number(),
  }),
});

export type MergePreview = z.infer<typeof preview>;

const pair = z.object({ from: id('要合并的账号'), into: id('留下的账号') });

export const adminMerges = {
  preview: endpoint({
    method: 'GET',
    path: '/v1/admin/users/merge',
    access: 'users.manage',
    about: '把一个账号并进另一个之前：什么会移过去，什么会没有',
    query: pair,
    reply: preview,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/v1/admin/users/merge',
    access: 'users.manage',
    about: '把一个账号并进另一个：一次完成，不能撤销',
    body: pair,
    reply: z.null(),
  }),
};
