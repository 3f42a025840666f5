import { z } from 'zod';
import { reportReason } from '../community/reports.ts';
import { endpoint } from '../platform/endpoint.ts';
import { deed, messageId, roomId, userId } from './chat-fields.ts';
import { chatPerson } from './messages.ts';

/** Who may talk to whom, and what is handed to the staff. */
export const chatSafety = {
  accept: endpoint({
    ...deed,
    method: 'POST',
    path: '/v1/im/accept',
    feature: 'privateChat',
    about: '接受一位陌生人的私聊请求；回一句话也算接受',
    body: z.object({ roomId }),
  }),
  block: endpoint({
    ...deed,
    method: 'POST',
    path: '/v1/im/block',
    feature: ['group', 'privateChat'],
    about: '不再收到一位用户的私聊，也看不到其在公共聊天室的话',
    query: z.object({ userId }),
  }),
  unblock: endpoint({
    ...deed,
    method: 'DELETE',
    path: '/v1/im/block',
    feature: ['group', 'privateChat'],
    about: '解除拉黑一位用户',
    query: z.object({ userId }),
  }),
  blocks: endpoint({
    method: 'GET',
    path: '/v1/im/block',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '自己拉黑的人，新的在前',
    reply: z.array(chatPerson),
  }),
  report: endpoint({
    method: 'POST',
    path: '/v1/im/report',
    feature: ['group', 'privateChat'],
    access: 'member',
    about: '举报一条消息；连同它前后几句一起交给管理员，同一人只算一次',
    limit: { most: 20, seconds: 600 },
    body: z.object({ id: messageId, reason: reportReason }),
    reply: z.null(),
  }),
  release: endpoint({
    method: 'POST',
    path: '/v1/im/release',
    feature: 'group',
    access: 'member',
    about: '通过公共聊天室里一条审核中的消息，限站长、管理员、版主',
    limit: { most: 120, seconds: 60 },
    body: z.object({ id: messageId }),
    reply: z.null(),
  }),
};
