import { z } from 'zod';
import { ids, pageQuery, time } from '../platform/fields.ts';

/** Filters shared by the lists of writings. */
export const writingsQuery = pageQuery.extend({
  state: z.enum(['all', 'shown', 'held'], '没有这种状态').default('all'),
  text: z.string().trim().max(50, '搜索内容不能超过 50 个').default(''),
  author: z.string().trim().max(50, '昵称过长').default(''),
});

export const writingsAct = z.object({ ids, act: z.enum(['release', 'hold', 'remove'], '没有这种处理') });

export const writer = z.object({
  /** Null for a visitor and after the account is gone. */
  id: z.number().nullable(),
  nickname: z.string(),
  avatar: z.string(),
});

export const writing = z.object({
  id: z.number(),
  text: z.string(),
  /** `guest`: the text came from an earlier site, and its author has no account here. */
  author: writer.extend({ guest: z.boolean() }),
  path: z.string(),
  state: z.enum(['shown', 'held', 'removed']),
  /** Why it is held. */
  reasons: z.array(z.string()),
  place: z.string(),
  /** Number of open reports. */
  reports: z.number(),
  createdAt: time,
});
