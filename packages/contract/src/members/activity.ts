import { z } from 'zod';
import { articleCard } from '../content/articles.ts';
import { get } from '../platform/endpoint.ts';
import { cursor, id, time } from '../platform/fields.ts';

/** Choices of what to list, in the order of the screen. */
export const activityKinds = ['all', 'articles', 'says', 'comments', 'collects'] as const;

const picture = z.object({ url: z.string(), width: z.number(), height: z.number() });
const cover = articleCard.pick({ cover: true, coverNumber: true, focusX: true, focusY: true });
const linked = z.object({ path: z.string(), title: z.string() });

/** `id` is unique among all kinds. */
const common = { id: z.number(), createdAt: time };

const row = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('article'), article: articleCard }),
  z.object({ ...common, kind: z.literal('say'), html: z.string(), pictures: z.array(picture), path: z.string() }),
  z.object({
    ...common,
    kind: z.literal('comment'),
    html: z.string(),
    pictures: z.array(picture),
    /** The article or say commented on, with the address of the comment; `title` of a say is its beginning, `cover` null. */
    target: linked.extend({ kind: z.enum(['article', 'say']), cover: cover.nullable() }),
  }),
  z.object({ ...common, kind: z.literal('collect'), article: linked.extend({ author: z.string() }) }),
  z.object({
    ...common,
    kind: z.literal('follow'),
    person: z.object({ id: z.number(), nickname: z.string(), avatar: z.string() }),
  }),
]);

/** Row of a member's activity, as all may see it. */
export type Activity = z.infer<typeof row>;

/** Times of the day, by the hour in China: from 5, 9, 12, 18 and 22. */
export const timesOfDay = ['morning', 'forenoon', 'afternoon', 'evening', 'night'] as const;

const year = z.object({
  /** First day of the first of twelve months, and today, as `2026-11-28`. */
  from: z.string(),
  to: z.string(),
  /** Days with something written; others are left out. */
  days: z.array(z.object({ day: z.string(), count: z.number() })),
  total: z.number(),
  /** Most consecutive days with something written. */
  streak: z.number(),
  /** Time of the day in which more than half was written, of ten or more. */
  mostly: z.enum(timesOfDay).nullable(),
});

export type WritingYear = z.infer<typeof year>;

const about = z.object({
  /** The newest of their articles that the site has pinned. */
  pinned: articleCard.nullable(),
  topics: z.array(z.object({ name: z.string(), path: z.string(), count: z.number() })),
  series: z.array(z.object({ id: z.number(), name: z.string(), articles: z.number() })),
  /** The sentence of their articles that most people highlighted, from three on, as far as everybody may read it. */
  highlighted: z.object({ words: z.string(), people: z.number(), article: linked }).nullable(),
  showsCollects: z.boolean(),
});

/** Topics, series, a pinned article and a highlighted sentence, shown beside a member's activity. */
export type MemberAbout = z.infer<typeof about>;

const userId = id('用户编号');

export const activity = {
  list: get('/v1/user/activity', 'anyone', {
    about: '一位用户的近况，新的在前：文章、说说、评论、关注，和本人公开了的收藏；after 是上一页的 next',
    query: z.object({ userId, kind: z.enum(activityKinds, '没有这种近况').default('all'), after: cursor }),
    reply: z.object({ records: z.array(row), next: z.string().nullable() }),
  }),
  year: get('/v1/user/year', 'anyone', {
    about: '一位用户十二个月里每天写了几次：公开的文章、说说与评论',
    query: z.object({ userId }),
    reply: year,
  }),
  about: get('/v1/user/about', 'anyone', {
    about: '一位用户页上的其余：置顶的一篇、常去的话题、专栏、被划得最多的一句、是否公开收藏',
    query: z.object({ userId }),
    reply: about,
  }),
};
