import { z } from 'zod';
import { del, get, post } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';

const blockedPerson = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  badge: z.enum(['owner']).nullable(),
});

export type BlockedPerson = z.infer<typeof blockedPerson>;

const query = z.object({ userId: id('用户编号') });

/** Whom a member does not want to hear, whatever features the site has on. */
export const blocks = {
  block: post('/v1/block/', 'member', {
    about: '拉黑一位用户：其评论、说说、留言、通知、关注与聊天都到不了自己这里；对方不会知道，站务的话除外',
    limit: { most: 60, seconds: 60 },
    query,
  }),
  unblock: del('/v1/block/', 'member', {
    about: '解除拉黑一位用户',
    limit: { most: 60, seconds: 60 },
    query,
  }),
  list: get('/v1/block/', 'member', {
    about: '自己拉黑的人，新的在前',
    reply: z.array(blockedPerson),
  }),
};
