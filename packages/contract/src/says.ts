import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery, time } from './fields.ts';

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
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string() }),
  likes: z.number(),
  comments: z.number(),
  createdAt: time,
});

const topic = z
  .string('话题须为文字')
  .regex(/^[^\s#\p{Cc}]+$/u, '话题不能为空，也不能含空格与 #')
  .max(100, '话题过长');

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
};
