import { z } from 'zod';
import { del, paged, post } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';

const userId = z.object({ userId: id('用户编号') });

const person = z.object({
  id: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  intro: z.string(),
  /** Whether the viewer follows them. */
  followed: z.boolean(),
});

export type Person = z.infer<typeof person>;

export const follows = {
  follow: post('/v1/followed/insertFollowed', 'member', {
    speaks: true,
    about: '关注一位用户；已经关注的不变',
    limit: { most: 60, seconds: 60 },
    query: userId,
  }),
  unfollow: del('/v1/followed/deleteFollowed', 'member', {
    about: '取消关注',
    limit: { most: 60, seconds: 60 },
    query: userId,
  }),
  list: paged('/v1/followed/', 'anyone', {
    about: '一位用户关注的人（kind=follows）或粉丝（kind=fans），新的在前',
    filters: { ...userId.shape, kind: z.enum(['follows', 'fans'], '种类须为 follows 或 fans') },
    row: person,
  }),
};
