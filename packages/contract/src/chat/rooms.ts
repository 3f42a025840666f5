import { z } from 'zod';
import { del, get, post, put } from '../platform/endpoint.ts';
import { chatPreferences, messageId, oneRoom, room, roomId, roomOrUser, userId } from './messages.ts';

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
  preferences: put('/v1/im/preferences', 'member', {
    feature: ['group', 'privateChat'],
    about: '已读、正在输入、在线，各自给不给别人看；不给的也看不到别人的',
    limit: { most: 60, seconds: 60 },
    body: chatPreferences.partial(),
    reply: chatPreferences,
  }),
};
