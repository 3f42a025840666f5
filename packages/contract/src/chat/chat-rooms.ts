import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { deed, messageId, oneRoom, roomId, sayWhich, userId } from './chat-fields.ts';
import { chatPerson, chatPreferences, room } from './messages.ts';

/** The rooms of a member, and what of themselves they show in them. */
export const chatRooms = {
  rooms: endpoint({
    method: 'GET',
    path: '/v1/im/getRoomList',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '公共聊天室与自己的私聊；seq 是这份名单所到之处',
    reply: z.array(room),
    extra: z.object({ seq: z.number(), blocked: z.array(z.number()), preferences: chatPreferences }),
  }),
  addRoom: endpoint({
    method: 'POST',
    path: '/v1/im/addRoom',
    feature: 'privateChat',
    access: 'member',
    about: '与一位用户的私聊：没有就新建，已有就取出来',
    limit: { most: 60, seconds: 60 },
    query: z.object({ userId }),
    reply: room,
  }),
  deleteRoom: endpoint({
    ...deed,
    method: 'DELETE',
    path: '/v1/im/deleteRoom',
    feature: 'privateChat',
    about: '在自己这里删除一个私聊和其中的记录；对方再说话它会回来',
    query: z.object({ roomId }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/v1/im/read',
    feature: ['group', 'privateChat'],
    access: 'member',
    changes: true,
    about: '读到了哪一条：userId 是与谁的私聊，或用 roomId；不给 id 就是全部读完',
    limit: { most: 240, seconds: 60 },
    query: z
      .object({ roomId: roomId.optional(), userId: userId.optional(), id: messageId.optional() })
      .refine(oneRoom, sayWhich),
    reply: z.null(),
  }),
  mute: endpoint({
    ...deed,
    method: 'PUT',
    path: '/v1/im/mute',
    feature: ['group', 'privateChat'],
    about: '一个房间有没有新消息的提醒',
    body: z.object({ roomId, muted: z.boolean('须为 true 或 false') }),
  }),
  typing: endpoint({
    ...deed,
    method: 'POST',
    path: '/v1/im/typing',
    feature: ['group', 'privateChat'],
    about: '正在输入：不存下，只让同一房间的人看到',
    body: z.object({ roomId }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/v1/im/people',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '可以 @ 或找来说话的人：名字以此开头，最多八位',
    limit: { most: 240, seconds: 60 },
    query: z.object({ prefix: z.string().max(20).default('') }),
    reply: z.array(chatPerson),
  }),
  preferences: endpoint({
    method: 'PUT',
    path: '/v1/im/preferences',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '已读、正在输入、在线，各自给不给别人看；不给的也看不到别人的',
    limit: { most: 60, seconds: 60 },
    body: chatPreferences.partial(),
    reply: chatPreferences,
  }),
};
