import { z } from 'zod';
import { searchText, time } from '../platform/fields.ts';

/** Filters shared by the lists of writings. */
export const writingFilters = {
  state: z.enum(['all', 'shown', 'held'], '没有这种状态').default('all'),
  text: searchText(),
  author: z.string().trim().max(50, '昵称过长').default(''),
};

export const writingActs = ['release', 'hold', 'remove'] as const;

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
