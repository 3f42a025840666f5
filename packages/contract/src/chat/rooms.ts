import { z } from 'zod';
import { reportReason } from '../community/reports.ts';
import { del, get, post, put } from '../platform/endpoint.ts';
import { chatPerson, chatPreferences, messageId, oneRoom, room, roomId, roomOrUser, userId } from './messages.ts';

/** Calls on a member's rooms and chat preferences. */
export const chatRooms = {
  rooms: get('/v1/im/getRoomList', 'member', {
    feature: ['group', 'privateChat'],
    about: '公共聊天室与自己的私聊；seq 是这份名单所到之处',
    reply: z.array(room),
    extra: z.object({ seq: z.number(), blocked: z.array(z.number()), preferences: chatPreferences }),
  }),
  addRoom: post('/v1/im/addRoom', 'member', {
    speaks: true,
    feature: 'privateChat',
    about: '与一位用户的私聊：没有就新建，已有就取出来',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
    reply: room,
  }),
  deleteRoom: del('/v1/im/deleteRoom', 'member', {
    feature: 'privateChat',
    about: '在自己这里删除一个私聊和其中的记录；对方再说话它会回来',
    limit: { most: 60, seconds: 60 },
    query: z.object({ roomId }),
  }),
  read: get('/v1/im/read', 'member', {
    feature: ['group', 'privateChat'],
    changes: true,
    about: '读到了哪一条：userId 是与谁的私聊，或用 roomId；不给 id 就是全部读完',
    limit: { most: 240, seconds: 60 },
    query: z
      .object({ roomId: roomId.optional(), userId: userId.optional(), id: messageId.optional() })
      .refine(oneRoom, roomOrUser),
  }),
  mute: put('/v1/im/mute', 'member', {
    feature: ['group', 'privateChat'],
    about: '一个房间有没有新消息的提醒',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId, muted: z.boolean('须为 true 或 false') }),
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
  preferences: put('/v1/im/preferences', 'member', {
    feature: ['group', 'privateChat'],
    about: '已读、正在输入、在线，各自给不给别人看；不给的也看不到别人的',
    limit: { most: 60, seconds: 60 },
    body: chatPreferences.partial(),
    reply: chatPreferences,
  }),
};

/** Requests, blocks and reports. */
export const chatSafety = {
  accept: post('/v1/im/accept', 'member', {
    speaks: true,
    feature: 'privateChat',
    about: '接受一位陌生人的私聊请求；回一句话也算接受',
    limit: { most: 60, seconds: 60 },
    body: z.object({ roomId }),
  }),
  block: post('/v1/im/block', 'member', {
    feature: ['group', 'privateChat'],
    about: '不再收到一位用户的私聊，也看不到其在公共聊天室的话',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
  }),
  unblock: del('/v1/im/block', 'member', {
    feature: ['group', 'privateChat'],
    about: '解除拉黑一位用户',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
  }),
  blocks: get('/v1/im/block', 'member', {
    feature: ['group', 'privateChat'],
    about: '自己拉黑的人，新的在前',
    reply: z.array(chatPerson),
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
