import { z } from 'zod';
import { me, profile } from '../core/sessions.ts';
import { get, put } from '../platform/endpoint.ts';
import { id, isWebAddress, time } from '../platform/fields.ts';
import { completeAddress } from '../platform/rules.ts';
import { nickname } from './accounts.ts';

const member = profile.extend({
  joinedAt: time,
  /** An author of imported texts without an account; found only with a published article. */
  guest: z.boolean(),
  /** Whether the viewer follows them; false for visitors. */
  followed: z.boolean(),
});

/** Public profile of a member. */
export type Member = z.infer<typeof member>;

const counts = z.object({
  articles: z.number(),
  says: z.number(),
  /** Counts another member's as 0 unless they show them. */
  collects: z.number(),
  comments: z.number(),
  follows: z.number(),
  fans: z.number(),
  likes: z.number(),
});

export type MemberCounts = z.infer<typeof counts>;

const uploaded = z
  .string('图片须先上传')
  .max(200, '图片须先上传')
  .regex(/^$|^\/files\/[\w/.-]+$/, '图片须先上传');

export const members = {
  info: get('/v1/user/info', 'anyone', {
    about: '一位用户的公开资料；登录后不给 userId 就是自己的',
    query: z.object({ userId: id('用户编号').optional() }),
    reply: member,
  }),
  counts: get('/v1/user/getUserCount', 'anyone', {
    about: '一位用户的文章、收藏、评论、关注、粉丝与获赞数；登录后不给 id 就是自己的',
    query: z.object({ id: id('用户编号').optional() }),
    reply: counts,
  }),
  update: put('/v1/user/', 'member', {
    about: '改自己的资料；没给的不动，avatar 与 cover 是上传所得的地址，空串即用画的',
    limit: { most: 30, seconds: 600 },
    speaks: true,
    body: z
      .object({
        nickname,
        avatar: uploaded,
        cover: uploaded,
        intro: z.string('简介须为文字').trim().max(200, '简介不能超过 200 个字'),
        website: z
          .string('请输入正确的网址')
          .trim()
          .overwrite(completeAddress)
          .max(200, '网址过长')
          .refine((text) => text === '' || isWebAddress(text), '请输入正确的网址'),
        place: z.string('所在地须为文字').trim().max(20, '所在地不能超过 20 个字'),
      })
      .partial(),
    reply: me,
  }),
};
