import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, time } from './fields.ts';
import { reportReason } from './reports.ts';
import { longestChat } from './rules.ts';

/** Somebody in a room. `badge`: 博主 keeps the site. */
const person = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  badge: z.enum(['owner']).nullable(),
});

export type ChatPerson = z.infer<typeof person>;

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
const chatMessage = z.object({
  id: z.number(),
  /** Grows with every message and every change to one, over all rooms: who has heard up to `seq` lacks what is above. */
  seq: z.number(),
  roomId: z.number(),
  sender: person,
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
const room = z.object({
  id: z.number(),
  kind: z.enum(['group', 'private']),
  name: z.string(),
  /** With whom, in a private room. */
  peer: person.nullable(),
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

const page = z.object({
  /** Old ones first. */
  records: z.array(chatMessage),
  /** Where to go on: to what was said before, and after; null where there is nothing. */
  older: z.string().nullable(),
  newer: z.string().nullable(),
  /** The page holds every change up to this. */
  seq: z.number(),
});

export type ChatPage = z.infer<typeof page>;

const cursor = z.string('翻页标记有误').max(60, '翻页标记有误').optional();
const place = { before: cursor, after: cursor, around: id('消息编号').optional() };
const roomId = id('房间编号');
const userId = id('用户编号');
const messageId = id('消息编号');
const oneRoom = (given: { roomId?: number | undefined; userId?: number | undefined }) =>
  (given.roomId === undefined) !== (given.userId === undefined);
const sayWhich = { message: '须给出房间或对方', path: ['roomId'] };

const preferences = z.object({
  /** Whether others are shown that the member has read, is typing, is there; and whether the member sees it of them. */
  receipts: z.boolean('须为 true 或 false'),
  typing: z.boolean('须为 true 或 false'),
  presence: z.boolean('须为 true 或 false'),
});

export type ChatPreferences = z.infer<typeof preferences>;

export const chat = {
  group: endpoint({
    method: 'GET',
    path: '/v1/im/',
    access: 'anyone',
    about:
      '公共聊天室的记录，最新的 30 条；before 更早、after 更新、around 某一条前后。站长可以只让登录的人看，或关闭它',
    query: z.object(place),
    reply: page,
  }),
  history: endpoint({
    method: 'GET',
    path: '/v1/im/selectUserImHistory',
    access: 'member',
    about: '自己所在房间的记录：userId 是与谁的私聊，或用 roomId',
    query: z.object({ roomId: roomId.optional(), userId: userId.optional(), ...place }).refine(oneRoom, sayWhich),
    reply: page,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/v1/im/changes',
    access: 'member',
    about: '自己各个房间里 seq 之后的新消息与变化，一次 200 条，按 seq 排；more 为真则接着问',
    query: z.object({
      seq: z.coerce
        .number('seq 须为数字')
        .int()
        .min(0)
        .max(2 ** 53 - 1),
    }),
    reply: z.object({ records: z.array(chatMessage), seq: z.number(), more: z.boolean() }),
  }),
  rooms: endpoint({
    method: 'GET',
    path: '/v1/im/getRoomList',
    access: 'member',
    about: '公共聊天室与自己的私聊；seq 是这份名单所到之处',
    reply: z.array(room),
    extra: z.object({ seq: z.number(), blocked: z.array(z.number()), preferences }),
  }),
  addRoom: endpoint({
    method: 'POST',
    path: '/v1/im/addRoom',
    access: 'member',
    about: '与一位用户的私聊：没有就新建，已有就取出来',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
    reply: room,
  }),
  send: endpoint({
    method: 'POST',
    path: '/v1/im/chat',
    access: 'member',
    about: '说一句话或发一张图片。同一个 key 只发一次，再发得到原来那条',
    limit: { most: 20, seconds: 10 },
    body: z.object({
      roomId,
      text: z.string('消息须为文字').max(20_000, `消息不能超过 ${longestChat} 个字`).default(''),
      /** An uploaded file of the sender's. */
      picture: z
        .string()
        .regex(/^\/files\/[\w/.-]+$/, '图片须先上传')
        .optional(),
      quoteId: messageId.optional(),
      key: z.string('key 须为文字').min(1, 'key 不能为空').max(60, 'key 过长'),
    }),
    reply: chatMessage,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/v1/im/withdraw',
    access: 'member',
    about: '撤回自己两分钟以内的消息；站长、管理员、版主可以移除公共聊天室里的任何一条',
    limit: { most: 60, seconds: 60 },
    body: z.object({ id: messageId }),
    reply: chatMessage,
  }),
  hide: endpoint({
    method: 'DELETE',
    path: '/v1/im/chat',
    access: 'member',
    about: '在自己这里删除一条消息，别人那里还在',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: messageId }),
    reply: z.null(),
  }),
  read: endpoint({
    method: 'GET',
    path: '/v1/im/read',
    access: 'member',
    changes: true,
    about: '读到了哪一条：userId 是与谁的私聊，或用 roomId；不给 id 就是全部读完',
    limit: { most: 240, seconds: 60 },
    query: z
      .object({ roomId: roomId.optional(), userId: userId.optional(), id: messageId.optional() })
      .refine(oneRoom, sayWhich),
    reply: z.null(),
  }),
  deleteRoom: endpoint({
    method: 'DELETE',
    path: '/v1/im/deleteRoom',
    access: 'member',
    about: '在自己这里删除一个私聊和其中的记录；对方再说话它会回来',
    limit: { most: 60, seconds: 60 },
    query: z.object({ roomId }),
    reply: z.null(),
  }),
  mute: endpoint({
    method: 'PUT',
    path: '/v1/im/mute',
    access: 'member',
    about: '一个房间有没有新消息的提醒',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId, muted: z.boolean('须为 true 或 false') }),
    reply: z.null(),
  }),
  typing: endpoint({
    method: 'POST',
    path: '/v1/im/typing',
    access: 'member',
    about: '正在输入：不存下，只让同一房间的人看到',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId }),
    reply: z.null(),
  }),
  search: endpoint({
    method: 'GET',
    path: '/v1/im/search',
    access: 'member',
    about: '在自己看得到的消息里找一句话，新的在前，一次 20 条',
    limit: { most: 60, seconds: 60 },
    query: z.object({
      text: z.string('请输入要找的话').trim().min(1, '请输入要找的话').max(50, '要找的话不能超过 50 个字'),
      roomId: roomId.optional(),
      after: cursor,
    }),
    reply: z.object({ records: z.array(chatMessage), next: z.string().nullable() }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/v1/im/people',
    access: 'member',
    about: '可以 @ 或找来说话的人：名字以此开头，最多八位',
    limit: { most: 240, seconds: 60 },
    query: z.object({ prefix: z.string().max(20).default('') }),
    reply: z.array(person),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/v1/im/accept',
    access: 'member',
    about: '接受一位陌生人的私聊请求；回一句话也算接受',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId }),
    reply: z.null(),
  }),
  block: endpoint({
    method: 'POST',
    path: '/v1/im/block',
    access: 'member',
    about: '不再收到一位用户的私聊，也看不到其在公共聊天室的话',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
    reply: z.null(),
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/v1/im/block',
    access: 'member',
    about: '不再拉黑一位用户',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
    reply: z.null(),
  }),
  blocks: endpoint({
    method: 'GET',
    path: '/v1/im/block',
    access: 'member',
    about: '自己拉黑的人，新的在前',
    reply: z.array(person),
  }),
  report: endpoint({
    method: 'POST',
    path: '/v1/im/report',
    access: 'member',
    about: '举报一条消息；连同它前后几句一起交给管理员，同一人只算一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({ id: messageId, reason: reportReason }),
    reply: z.null(),
  }),
  release: endpoint({
    method: 'POST',
    path: '/v1/im/release',
    access: 'member',
    about: '通过公共聊天室里一条审核中的消息，限站长、管理员、版主',
    limit: { most: 120, seconds: 60 },
    body: z.object({ id: messageId }),
    reply: z.null(),
  }),
  preferences: endpoint({
    method: 'PUT',
    path: '/v1/im/preferences',
    access: 'member',
    about: '已读、正在输入、在线，各自给不给别人看；不给的也看不到别人的',
    limit: { most: 60, seconds: 60 },
    body: preferences.partial(),
    reply: preferences,
  }),
};
