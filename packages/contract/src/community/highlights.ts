import { z } from 'zod';
import { del, get, ofFeature, post } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';

/** Characters of a passage. */
const longest = 600;
const beside = z.string().max(60, '句子旁边的字过长').default('');

/** A passage of an article: its words, the letters on either side, and its place in letters from the start. */
export const quote = z.object({
  words: z.string('请先选中一句').trim().min(2, '至少选两个字').max(longest, `一次最多选 ${longest} 个字`),
  before: beside,
  after: beside,
  position: z.number('句子的位置须为数字').int('句子的位置须为整数').min(0).max(10_000_000).default(0),
});

export type QuoteInput = z.infer<typeof quote>;

const place = { words: z.string(), before: z.string(), after: z.string(), position: z.number() };

const own = z.object({ id: z.number(), ...place });

export type OwnHighlight = z.infer<typeof own>;

const passage = z.object({
  /** Passages joined in it, since they overlap. */
  ids: z.array(z.number()),
  ...place,
  /** Members who highlighted it. */
  people: z.number(),
  thoughts: z.number(),
});

export type Passage = z.infer<typeof passage>;

export const highlights = ofFeature('highlights', {
  list: get('/v1/highlight/', 'anyone', {
    about: '一篇文章里划得最多的句子，最多八处，和自己划过的；读者读不到的部分不在其中',
    query: z.object({ articleId: id('文章编号') }),
    reply: z.object({ passages: z.array(passage), own: z.array(own) }),
  }),
  add: post('/v1/highlight/', 'member', {
    speaks: true,
    about: '给文章里的一句划线；已经划过的不变，一篇文章最多划 60 处',
    limit: { most: 60, seconds: 60 },
    body: z.object({ articleId: id('文章编号'), quote }),
    reply: own,
  }),
  remove: del('/v1/highlight/', 'member', {
    about: '取消自己的一处划线；没有划过的不算错',
    limit: { most: 120, seconds: 60 },
    query: z.object({ id: id('划线编号') }),
  }),
});
