import { z } from 'zod';
import { time } from '../platform/fields.ts';
import { roles } from './permissions.ts';

export const me = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  cover: z.string(),
  intro: z.string(),
  website: z.string(),
  place: z.string(),
  role: z.enum(roles),
  /** Nobody is made to have one: it is null for who came by a social login and added none. */
  email: z.string().nullable(),
  hasPassword: z.boolean(),
  /** E-mail when somebody replies to a comment. Off until asked for. */
  mailOnReply: z.boolean(),
  /** True once, for a member without an e-mail: the page may propose to add one. */
  proposeEmail: z.boolean(),
  /** Whether they may write articles here, and publish them without review. */
  writing: z.object({ write: z.boolean(), publish: z.boolean() }),
  /** Whether the back office lets them in. */
  office: z.boolean(),
  joinedAt: time,
});

/** What a member is told of themselves. */
export type Me = z.infer<typeof me>;

/** The same with a fresh session's token, as every way to log in answers. */
export const signedIn = me.extend({ token: z.string() });

export type SignedIn = z.infer<typeof signedIn>;
