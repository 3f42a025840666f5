import { z } from 'zod';
import { numberedReply, time } from '../platform/fields.ts';

/** Somebody in a room. `badge`: 博主 keeps the site. */
export const chatPerson = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  badge: z.enum(['owner']).nullable(),
});

export type ChatPerson = z.infer<typeof chatPerson>;

const picture = z.object({ url: z.string(), width: z.number(), height: z.number(), thumbhash: z.string() });

/** A stretch of a message's text. What stands behind a link is an http or https address; who is called has a page. */
const piece = z.union([
  z.object({ text: z.string(), href: z.string() }),
  z.object({ text: z.string(), memberId: z.number() }),
  z.object({ text: z.string() }), // last: it would do for the others, and lose what they have more
]);

export type ChatPiece = z.infer<typeof piece>;

/**
 * `text`: its beginning, plain; '' for a picture, and for what is gone. Of somebody the viewer blocked nothing of it is
 * told in the group but that there is something.
 */
const quote = z.object({
  id: z.number(),
  senderId: z.number(),
  sender: z.string(),
  text: z.string(),
  isPicture: z.boolean(),
  isGone: z.boolean(),
  isBlocked: z.boolean(),
});

/**
 * What was said in a room. Of one that is gone (`state` withdrawn by its sender, removed by the staff) only who said it
 * and when is left.
 */
export const chatMessage = z.object({
  id: z.number(),
  /** Grows with every message and every change to one, over all rooms: who has heard up to `seq` lacks what is above. */
  seq: z.number(),
  roomId: z.number(),
  sender: chatPerson,
  state: z.enum(['shown', 'held', 'withdrawn', 'removed']),
  pieces: z.array(piece),
  picture: picture.nullable(),
  quote: quote.nullable(),
  place: z.string(),
  /** What the sender's browser called it. Only they are told. */
  key: z.string().nullable(),
  createdAt: time,
});

export type ChatMessage = z.infer<typeof chatMessage>;

/** The group is on top, then the rooms somebody spoke in last. */
export const room = z.object({
  id: z.number(),
  kind: z.enum(['group', 'private']),
  name: z.string(),
  /** With whom, in a private room. */
  peer: chatPerson.nullable(),
  /** Whether they are there now; null where they do not say so. */
  online: z.boolean().nullable(),
  /** The newest message, as one line. */
  last: z
    .object({ id: z.number(), sender: z.string(), text: z.string(), own: z.boolean(), createdAt: time })
    .nullable(),
  /** At most 100, which stands for more. */
  unread: z.number(),
  /** Up to which message the viewer has read, and the other one, where both show that they did. */
  readId: z.number(),
  peerReadId: z.number().nullable(),
  /** Whether one of the unread messages calls the viewer. */
  called: z.boolean(),
  /** `sent`: the viewer asked to talk and waits; `received`: the other one did, and the viewer may accept. */
  request: z.enum(['sent', 'received']).nullable(),
  /** The viewer blocked the other one. That they are blocked nobody is told. */
  blocked: z.boolean(),
  muted: z.boolean(),
  /** Why the viewer cannot write here now, in Chinese; '' where they can. */
  closed: z.string(),
  /** Of the group: how many belong to it, and how many are there now. */
  members: z.number().nullable(),
  present: z.number().nullable(),
});

export type Room = z.infer<typeof room>;

export const chatPage = z.object({
  /** Old ones first. */
  records: z.array(chatMessage),
  /** Where to go on: to what was said before, and after; null where there is nothing. */
  older: z.string().nullable(),
  newer: z.string().nullable(),
  /** The page holds every change up to this. */
  seq: z.number(),
  ...numberedReply,
});

export type ChatPage = z.infer<typeof chatPage>;

export const chatPreferences = z.object({
  /** Whether others are shown that the member has read, is typing, is there; and whether the member sees it of them. */
  receipts: z.boolean('须为 true 或 false'),
  typing: z.boolean('须为 true 或 false'),
  presence: z.boolean('须为 true 或 false'),
});

export type ChatPreferences = z.infer<typeof chatPreferences>;
