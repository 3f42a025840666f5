import { z } from 'zod';
import { articleCard } from '../content/articles.ts';
import { pigments } from '../core/pigments.ts';
import { get, paged } from '../platform/endpoint.ts';
import { id, pageOf, pageQuery, searchText, time, wholeNumber } from '../platform/fields.ts';
import { longestSearch, searchKinds } from '../platform/rules.ts';

const kind = z.enum(searchKinds, `种类须为 ${searchKinds.join('、')} 之一`);

const found = z.object({
  kind,
  id: z.number(),
  path: z.string(),
  /** '' of a say and of a comment. */
  title: z.string(),
  /** Summary, or what stands around the words. */
  summary: z.string(),
  /** Publication; of a series its newest article's. */
  date: time,
  /** Nickname; '' of an article and of a page. */
  author: z.string(),
  /** Writer of a say or comment, which is hidden from who blocks them; null of the other kinds. */
  authorId: z.number().nullable(),
  comments: z.number(),
  /** Whole card of an article, if asked for. */
  card: articleCard.nullable(),
  /** First picture of a say, or ''. */
  picture: z.string(),
  /** Number of articles of a series. */
  articles: z.number(),
  /** Title of what a comment was written about. */
  about: z.string(),
});

const words = z.string('搜索的话须为文字').transform((text) => {
  return Array.from(text.replace(/\s+/gu, ' ').trim()).slice(0, longestSearch).join('');
});

const counted = z.object({ text: z.string(), total: z.number() });

export type FoundWriting = z.infer<typeof found>;
export type SearchReply = z.infer<typeof reply>;

const reply = pageOf(found).extend({
  /** Suggested correction, or ''. */
  suggestion: z.string(),
  /** Whether the records match the suggestion, because the typed words were not found. */
  instead: z.boolean(),
  /** Words to mark in titles and summaries. */
  marks: z.array(z.string()),
  /** Kinds with hits, in order. */
  kinds: z.array(z.object({ kind, total: z.number() })),
  /** Years and categories of the hits, newest and most frequent first; only with `full`. */
  years: z.array(z.object({ year: z.number(), total: z.number() })),
  categories: z.array(z.object({ id: z.number(), name: z.string(), pigment: z.enum(pigments), total: z.number() })),
  /** Tags whose name has one of the words; only with `full`. */
  tags: z.array(z.object({ id: z.number(), name: z.string(), articles: z.number() })),
  /** Hits outside of the chosen year and category, where these have none. */
  elsewhere: z.number(),
  /** Words that are found by themselves, where nothing has all of them and `full`. */
  terms: z.array(counted),
  popular: z.array(z.string()),
  readings: z.array(z.object({ id: z.number(), title: z.string(), path: z.string() })),
});

export const search = {
  find: get('/v1/search', 'anyone', {
    scope: 'read',
    about:
      '搜索文章、说说、专栏、页面与评论：kind 只要一种，year 与 categoryId 筛选，sort=new 新的在前；两三个字母也找名字的拼音首字母；full=1 附上文章的卡片、各年各类的数目，一无所获时附上可换的词。每种最多数到第 1000 处',
    query: pageQuery.extend({
      q: words,
      kind: kind.optional(),
      year: wholeNumber('年份', 9999).optional(),
      categoryId: id('分类编号').optional(),
      sort: z.enum(['best', 'new'], '排序方式须为 best 或 new').default('best'),
      full: z.enum(['0', '1'], '须为 0 或 1').default('0'),
    }),
    reply,
  }),
};

export const adminSearches = {
  list: paged('/v1/admin/searches/', 'office.enter', {
    about: '读者在搜索页找过的话：找到与没找到各几次，不记是谁；留九十天，最多一千句',
    filters: {
      text: searchText(),
      only: z.enum(['missed', 'all'], '须为 missed 或 all').default('missed'),
    },
    /** `id`: its place in the list. */
    row: z.object({ id: z.number(), text: z.string(), found: z.number(), missed: z.number(), lastAt: time }),
  }),
};
