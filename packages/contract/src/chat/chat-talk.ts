import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { longestChat } from '../platform/rules.ts';
import { cursor, messageId, oneRoom, place, roomId, sayWhich, userId } from './chat-fields.ts';
import { chatMessage, chatPage } from './messages.ts';

/** What is said, and what becomes of it. */
export const chatTalk = {
  group: endpoint({
    method: 'GET',
    path: '/v1/im/',
    feature: 'group',
    access: 'anyone',
    about:
      '公共聊天室的记录，最新的 30 条；before 更早、after 更新、around 某一条前后，或用 pageNo、pageSize（1 是最新的一页）。站长可以只让登录的人看，或关闭它',
    query: z.object(place),
    reply: chatPage,
  }),
  history: endpoint({
    method: 'GET',
    path: '/v1/im/selectUserImHistory',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '自己所在房间的记录：userId 是与谁的私聊，或用 roomId',
    query: z.object({ roomId: roomId.optional(), userId: userId.optional(), ...place }).refine(oneRoom, sayWhich),
    reply: chatPage,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/v1/im/changes',
    feature: ['group', 'privateChat'],
    access: 'member',
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
  search: endpoint({
    method: 'GET',
    path: '/v1/im/search',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '在自己看得到的消息里找一句话，新的在前，一次 20 条',
    limit: { most: 60, seconds: 60 },
    query: z.object({
      text: z.string('请输入搜索内容').trim().min(1, '请输入搜索内容').max(50, '搜索内容不能超过 50 个字'),
      roomId: roomId.optional(),
      after: cursor,
    }),
    reply: z.object({ records: z.array(chatMessage), next: z.string().nullable() }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/v1/im/chat',
    speaks: true,
    feature: ['group', 'privateChat'],
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
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '撤回自己两分钟以内的消息；站长、管理员、版主可以移除公共聊天室里的任何一条',
    limit: { most: 60, seconds: 60 },
    body: z.object({ id: messageId }),
    reply: chatMessage,
  }),
  hide: endpoint({
    method: 'DELETE',
    path: '/v1/im/chat',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '在自己这里删除一条消息，别人那里还在',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: messageId }),
    reply: z.null(),
  }),
};
