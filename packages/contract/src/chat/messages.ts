import { z } from 'zod';
import { reportReason } from '../community/reports.ts';
import { stickerPicture } from '../core/stickers.ts';
import { writing, writingFilters } from '../core/writings.ts';
import { batch, del, get, ofFeature, paged, post } from '../platform/endpoint.ts';
import { cursor, id, numberedQuery, numberedReply, time } from '../platform/fields.ts';
import { longestChat } from '../platform/rules.ts';

/** Member as shown in a room. `badge`: 博主 runs the site. */
export const chatPerson = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  badge: z.enum(['owner']).nullable(),
});

export type ChatPerson = z.infer<typeof chatPerson>;

const picture = z.object({ url: z.string(), width: z.number(), height: z.number(), thumbhash: z.string() });

/** Run of a message's text. A link leads to an http or https address, a mention to a profile; of a sticker it is the words. */
const piece = z.union([
  z.object({ text: z.string(), href: z.string() }),
  z.object({ text: z.string(), memberId: z.number() }),
  z.object({ text: z.string(), sticker: stickerPicture }),
  z.object({ text: z.string() }), // last: it accepts the others too and would strip their fields
]);

export type ChatPiece = z.infer<typeof piece>;

/**
 * Quoted message. `text`: its plain beginning; '' for a picture and for a withdrawn or removed message. In the group
 * the text of a member the viewer blocked is withheld.
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

/** Chat message. Withdrawn (by its sender) and removed (by staff) ones have only sender and time. */
export const chatMessage = z.object({
  id: z.number(),
  /** Sequence number of the last change to it, rising over all rooms: the cursor of the live stream. */
  seq: z.number(),
  roomId: z.number(),
  sender: chatPerson,
  state: z.enum(['shown', 'held', 'withdrawn', 'removed']),
  pieces: z.array(piece),
  picture: picture.nullable(),
  quote: quote.nullable(),
  place: z.string(),
  /** Idempotency key of the sender's browser; null for other viewers. */
  key: z.string().nullable(),
  createdAt: time,
});

export type ChatMessage = z.infer<typeof chatMessage>;

/** Room of the list, the group first, then by latest message. */
export const room = z.object({
  id: z.number(),
  kind: z.enum(['group', 'private']),
  name: z.string(),
  /** The other member of a private room. */
  peer: chatPerson.nullable(),
  /** Whether the peer is online; null if they hide it. */
  online: z.boolean().nullable(),
  /** The newest message, as one line. */
  last: z
    .object({ id: z.number(), sender: z.string(), text: z.string(), own: z.boolean(), createdAt: time })
    .nullable(),
  /** Capped at 100. */
  unread: z.number(),
  /** Last message the viewer has read, and the peer if both share receipts. */
  readId: z.number(),
  peerReadId: z.number().nullable(),
  /** Whether an unread message mentions the viewer. */
  called: z.boolean(),
  /** `sent`: the viewer's chat request awaits an answer; `received`: the viewer may accept the peer's. */
  request: z.enum(['sent', 'received']).nullable(),
  /** Whether the viewer blocked the peer. Being blocked oneself is never disclosed. */
  blocked: z.boolean(),
  muted: z.boolean(),
  /** Why the viewer cannot write here now, in Chinese; '' if they can. */
  closed: z.string(),
  /** Members of the group, and those online. */
  members: z.number().nullable(),
  present: z.number().nullable(),
});

export type Room = z.infer<typeof room>;

const chatPage = z.object({
  /** Oldest first. */
  records: z.array(chatMessage),
  /** Cursors to older and newer messages, or null. */
  older: z.string().nullable(),
  newer: z.string().nullable(),
  /** `seq` up to which this page is complete. */
  seq: z.number(),
  ...numberedReply,
});

export type ChatPage = z.infer<typeof chatPage>;

export const chatPreferences = z.object({
  /** Whether the member shares and sees read receipts, typing and online status. */
  receipts: z.boolean('须为 true 或 false'),
  typing: z.boolean('须为 true 或 false'),
  presence: z.boolean('须为 true 或 false'),
});

export type ChatPreferences = z.infer<typeof chatPreferences>;

export const place = { before: cursor, after: cursor, around: id('消息编号').optional(), ...numberedQuery };
export const roomId = id('房间编号');
export const userId = id('用户编号');
export const messageId = id('消息编号');
/** Requires exactly one of a room's number and a member's. */
export const oneRoom = (query: { roomId?: number | undefined; userId?: number | undefined }) =>
  (query.roomId === undefined) !== (query.userId === undefined);
export const roomOrUser = { message: '须给出房间或对方', path: ['roomId'] };

export const chatMessages = {
  group: get('/v1/im/', 'anyone', {
    feature: 'group',
    about:
      '公共聊天室的记录，最新的 30 条；before 更早、after 更新、around 某一条前后，或用 pageNo、pageSize（1 是最新的一页）。站长可以只让登录的人看，或关闭它',
    query: z.object(place),
    reply: chatPage,
  }),
  history: get('/v1/im/selectUserImHistory', 'member', {
    feature: ['group', 'privateChat'],
    about: '自己所在房间的记录：userId 是与谁的私聊，或用 roomId',
    query: z.object({ roomId: roomId.optional(), userId: userId.optional(), ...place }).refine(oneRoom, roomOrUser),
    reply: chatPage,
  }),
  changes: get('/v1/im/changes', 'member', {
    feature: ['group', 'privateChat'],
    about: '自己各个房间里 seq 之后的新消息与变化，一次 200 条，按 seq 排；more 为真则接着问',
    query: z.object({
      seq: z
        .number('序号须为数字')
        .int()
        .min(0)
        .max(2 ** 53 - 1),
    }),
    reply: z.object({ records: z.array(chatMessage), seq: z.number(), more: z.boolean() }),
  }),
  search: get('/v1/im/search', 'member', {
    feature: ['group', 'privateChat'],
    about: '在自己看得到的消息里找一句话，新的在前，一次 20 条',
    limit: { most: 60, seconds: 60 },
    query: z.object({
      text: z.string('请输入搜索内容').trim().min(1, '请输入搜索内容').max(50, '搜索内容不能超过 50 个字'),
      roomId: roomId.optional(),
      after: cursor,
    }),
    reply: z.object({ records: z.array(chatMessage), next: z.string().nullable() }),
  }),
  send: post('/v1/im/chat', 'member', {
    speaks: true,
    feature: ['group', 'privateChat'],
    about: '说一句话或发一张图片。同一个 key 只发一次，再发得到原来那条',
    limit: { most: 20, seconds: 10 },
    body: z.object({
      roomId,
      text: z.string('消息须为文字').max(20_000, `消息不能超过 ${longestChat} 个字`).default(''),
      /** Uploaded file of the sender. */
      picture: z
        .string()
        .regex(/^\/files\/[\w/.-]+$/, '图片须先上传')
        .optional(),
      quoteId: messageId.optional(),
      key: z.string('key 须为文字').min(1, 'key 不能为空').max(60, 'key 过长'),
    }),
    reply: chatMessage,
  }),
  withdraw: post('/v1/im/withdraw', 'member', {
    feature: ['group', 'privateChat'],
    about: '撤回自己两分钟以内的消息；站长、管理员、版主可以移除公共聊天室里的任何一条',
    limit: { most: 60, seconds: 60 },
    body: z.object({ id: messageId }),
    reply: chatMessage,
  }),
  hide: del('/v1/im/chat', 'member', {
    feature: ['group', 'privateChat'],
    about: '在自己这里删除一条消息，别人那里还在',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: messageId }),
  }),
  typing: post('/v1/im/typing', 'member', {
    speaks: true,
    feature: ['group', 'privateChat'],
    about: '正在输入：不存下，只让同一房间的人看到',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId }),
  }),
  people: get('/v1/im/people', 'member', {
    feature: ['group', 'privateChat'],
    about: '可以 @ 或找来说话的人：名字以此开头，最多八位',
    limit: { most: 240, seconds: 60 },
    query: z.object({ prefix: z.string().max(20).default('') }),
    reply: z.array(chatPerson),
  }),
  accept: post('/v1/im/accept', 'member', {
    speaks: true,
    feature: 'privateChat',
    about: '接受一位陌生人的私聊请求；回一句话也算接受',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId }),
  }),
  report: post('/v1/im/report', 'member', {
    feature: ['group', 'privateChat'],
    about: '举报一条消息；连同它前后几句一起交给管理员，同一人只算一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({ id: messageId, reason: reportReason }),
  }),
  release: post('/v1/im/release', 'member', {
    feature: 'group',
    about: '通过公共聊天室里一条审核中的消息，限站长、管理员、版主',
    limit: { most: 120, seconds: 60 },
    body: z.object({ id: messageId }),
  }),
};

const row = writing.extend({
  /** Address, or ''. */
  picture: z.string(),
});

export type ChatRow = z.infer<typeof row>;

export const adminChat = ofFeature('group', {
  list: paged('/v1/admin/chat/', 'chat.moderate', {
    about: '公共聊天室里的消息，新的在前：等待审核的，或被举报的；私聊不在这里',
    filters: { ...writingFilters, state: z.enum(['all', 'held', 'reported'], '没有这种状态').default('all') },
    row,
  }),
  act: batch('/v1/admin/chat/', 'chat.moderate', {
    about: '通过或移除公共聊天室里的一批消息',
    acts: ['release', 'remove'],
  }),
});
