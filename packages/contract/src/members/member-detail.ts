import { z } from 'zod';
import { roles } from '../core/permissions.ts';
import { time } from '../platform/fields.ts';

/** Shown in place of what is a member's own business. */
export const masked = '••••';

export const memberRow = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  /** '' without one, `masked` for who may not see it. */
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(['active', 'disabled', 'closing', 'gone']),
  /** Of a disabled one; null for good. */
  disabledUntil: time.nullable(),
  /** Null unless they are muted; `until` is null for good. */
  mute: z.object({ until: time.nullable() }).nullable(),
  isMe: z.boolean(),
  /** Whether this viewer may change their role, mute, disable, end sessions, reset. */
  manageable: z.boolean(),
  articles: z.number(),
  comments: z.number(),
  joinedAt: time,
  /** Null also for who may not know. */
  seenAt: time.nullable(),
});

export type MemberRow = z.infer<typeof memberRow>;

/** What lets them in. Not for everybody of the staff. */
const personal = z.object({
  password: z.boolean(),
  passkeys: z.number(),
  social: z.array(z.object({ provider: z.string(), name: z.string(), createdAt: time })),
  sessions: z.array(
    z.object({
      id: z.number(),
      device: z.string(),
      place: z.string(),
      way: z.string(),
      createdAt: time,
      usedAt: time,
      current: z.boolean(),
    }),
  ),
});

export const memberDetail = memberRow.extend({
  intro: z.string(),
  website: z.string(),
  place: z.string(),
  disabledReason: z.string(),
  mutedReason: z.string(),
  closesAt: time.nullable(),
  counts: z.object({
    articles: z.number(),
    says: z.number(),
    comments: z.number(),
    board: z.number(),
    collects: z.number(),
    follows: z.number(),
    fans: z.number(),
    files: z.number(),
    bytes: z.number(),
    /** Bytes of their drafts and of their articles' histories. */
    draftBytes: z.number(),
  }),
  personal: personal.nullable(),
  /** Null for who may not read them. */
  notes: z
    .array(z.object({ id: z.number(), author: z.string(), text: z.string(), createdAt: time, removable: z.boolean() }))
    .nullable(),
  /** What they wrote last; `path` leads there. */
  recent: z.array(
    z.object({
      kind: z.enum(['article', 'say', 'comment', 'board']),
      id: z.number(),
      text: z.string(),
      path: z.string(),
      createdAt: time,
    }),
  ),
  may: z.object({
    /** The roles that may be given to them. */
    roles: z.array(z.enum(roles)),
    note: z.boolean(),
    /** Whether letters go out: without a mail server links are handed over. */
    mail: z.boolean(),
  }),
});

export type MemberDetail = z.infer<typeof memberDetail>;
