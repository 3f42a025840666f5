import { z } from 'zod';
import { get, ofFeature } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';

/** Sources in display order. */
export const hotTypes = [
  'weibo',
  'baidu',
  'zhihu',
  'bilibili',
  'douyin',
  'toutiao',
  'juejin',
  'github',
  'hackernews',
] as const;

const hotType = z.enum(hotTypes, `来源须为 ${hotTypes.join('、')} 之一`);

const hotItem = z.object({
  /** Rank at the source, from 1. */
  rank: z.number(),
  /** Plain text of at most 100 characters. */
  title: z.string(),
  /** The source's own measure: a number, a text, or null. */
  heat: z.union([z.number(), z.string()]).nullable(),
  /** Address on a host of the source. */
  url: z.string(),
  /** Places climbed since the previous copy, negative when fallen; null without a previous copy. */
  change: z.union([z.number(), z.literal('new')]).nullable(),
});

const hotList = z.object({
  type: hotType,
  name: z.string(),
  /** Last answer of the source; null before the first, when there are no items. */
  updatedAt: time.nullable(),
  /** Whether the copy is older than ten minutes. */
  stale: z.boolean(),
  /** Whole seconds since `updatedAt`. */
  age: z.number().nullable(),
  /** Why the last attempt failed, a sentence without its full stop; null on success. */
  failure: z.string().nullable(),
  /** At most 50. */
  items: z.array(hotItem),
});

export type HotType = (typeof hotTypes)[number];
export type HotItem = z.infer<typeof hotItem>;
export type HotList = z.infer<typeof hotList>;

/** Items per source in the overview. */
export const hotOverviewItems = 10;

export const hot = ofFeature('hot', {
  list: get('/v1/hot', 'anyone', {
    about: '一个来源的热搜：留存十分钟，过后向来源取新的；取不到时给出上一份与它的年岁，绝不编造',
    query: z.object({ type: hotType }),
    reply: hotList,
  }),
  /** Separate from `/v1/hot` without a type: it never waits for a source, and it answers with many. */
  overview: get('/v1/hot/overview', 'anyone', {
    about: `各来源留存的热搜，每个前 ${hotOverviewItems} 条；不等来源应答，过时的在背后去取`,
    reply: z.array(hotList),
  }),
});
