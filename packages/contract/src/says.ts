import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, pageOf, pageQuery, time } from './fields.ts';

const picture = z.object({ url: z.string(), width: z.number(), height: z.number() });

const say = z.object({
  id: z.number(),
  /** As it was written. */
  text: z.string(),
  /** Safe HTML of the text; topics stand in it as `<span class="topic">#写字</span>`. */
  html: z.string(),
  /** Without the #, in the order of the text, each once. */
  topics: z.array(z.string()),
  /** Up to nine. */
  pictures: z.array(picture),
  /** Where it was written, or ''. */
  place: z.string(),
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string(), owner: z.boolean() }),
  likes: z.number(),
  /** The newest who liked it, at most eight of `likes`. */
  likers: z.array(z.object({ id: z.number(), nickname: z.string() })),
  liked: z.boolean(),
  isPublic: z.boolean(),
  mayEdit: z.boolean(),
  comments: z.number(),
  createdAt: time,
});

const topic = z
  .string('话题须为文字')
  .regex(/^[^\s#\p{Cc}]+$/u, '话题不能为空，也不能含空格与 #')
  .max(100, '话题过长');

const draft = z.object({
  text: z.string('请输入内容').trim().min(1, '请输入内容').max(2000, '内容不能超过 2000 个字'),
  pictures: z
    .array(z.string().regex(/^\/files\/[\w/.-]+$/, '图片须先上传'))
    .max(9, '最多九张图片')
    .default([]),
  place: z.string().trim().max(30, '地点不能超过 30 个字').default(''),
  isPublic: z.boolean('请选择谁可以看').default(true),
});

export type Say = z.infer<typeof say>;

export const says = {
  list: endpoint({
    method: 'GET',
    path: '/v1/say/getSayList',
    access: 'anyone',
    about: '公开的说说，新的在前；topic 只看一个话题',
    query: pageQuery.extend({ topic: topic.optional() }),
    reply: pageOf(say),
  }),
  insert: endpoint({
    method: 'POST',
    path: '/v1/say/insertSay',
    access: 'member',
    about: '发一条说说；谁可以发由站点设置决定',
    limit: { most: 20, seconds: 600 },
    body: draft,
    reply: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/say/',
    access: 'member',
    about: '改自己的说说',
    limit: { most: 60, seconds: 600 },
    body: draft.extend({ id: id('说说编号') }),
    reply: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/say/',
    access: 'member',
    about: '删除自己的说说',
    limit: { most: 60, seconds: 600 },
    query: z.object({ id: id('说说编号') }),
    reply: z.null(),
  }),
  like: endpoint({
    method: 'GET',
    path: '/v1/say/like',
    access: 'member',
    about: '点赞或取消：like=1 赞，like=0 取消，不给则换一种',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: id('说说编号'), like: z.enum(['0', '1'], '须为 0 或 1').optional() }),
    reply: z.object({ liked: z.boolean(), likes: z.number() }),
  }),
  mayPost: endpoint({
    method: 'GET',
    path: '/v1/say/mayPost',
    access: 'member',
    about: '自己能不能发说说',
    reply: z.boolean(),
  }),
};
