import { z } from 'zod';
import { del, get, ofFeature, paged, post, put } from '../platform/endpoint.ts';
import { id, searchText, time } from '../platform/fields.ts';
import { longestName } from '../platform/rules.ts';
import { articleCard } from './articles.ts';
import { articleStates } from './drafts.ts';

const person = z.object({ id: z.number(), nickname: z.string(), avatar: z.string() });

const series = z.object({
  id: z.number(),
  name: z.string(),
  intro: z.string(),
  author: person,
  /** Number of published articles. */
  articles: z.number(),
  updatedAt: time,
});

const ownSeries = series.extend({
  items: z.array(z.object({ id: z.number(), title: z.string(), published: z.boolean() })),
});

export type Series = z.infer<typeof series>;
export type OwnSeries = z.infer<typeof ownSeries>;

export const seriesName = z
  .string('请输入专栏名')
  .trim()
  .min(1, '请输入专栏名')
  .max(longestName, `专栏名不能超过 ${longestName} 个字`);
const seriesIntro = z.string('简介须为文字').trim().max(200, '简介不能超过 200 个字').default('');

export const seriesCalls = ofFeature('series', {
  list: get('/v1/series/', 'anyone', {
    scope: 'read',
    about: '全部专栏：有文章发布的，最近更新的在前',
    reply: z.array(series),
  }),
  info: get('/v1/series/info', 'anyone', {
    scope: 'read',
    about: '一个专栏与其中发布的文章，按专栏的顺序',
    query: z.object({ id: id('专栏编号') }),
    reply: series.extend({ records: z.array(articleCard) }),
  }),
  mine: get('/v1/series/mine', 'member', {
    scope: 'read',
    about: '自己的专栏，连同其中每一篇（没发布的也在内）的顺序',
    reply: z.array(ownSeries),
  }),
  create: post('/v1/series/', 'member', {
    speaks: true,
    about: '新建专栏',
    limit: { most: 30, seconds: 600 },
    body: z.object({ name: seriesName, intro: seriesIntro }),
    reply: z.object({ id: z.number() }),
  }),
  update: put('/v1/series/', 'member', {
    speaks: true,
    about: '改专栏的名字、简介，或其中文章的顺序（articleIds 须恰是其中的文章）',
    body: z.object({
      id: id('专栏编号'),
      name: seriesName.optional(),
      intro: seriesIntro.optional(),
      articleIds: z.array(id('文章编号'), '顺序须为一列文章编号').max(1000, '文章太多').optional(),
    }),
  }),
  remove: del('/v1/series/', 'member', {
    about: '删除专栏，文章都保留',
    query: z.object({ id: id('专栏编号') }),
  }),
});

const author = z.object({ id: z.number(), nickname: z.string(), avatar: z.string() });

const row = z.object({
  id: z.number(),
  name: z.string(),
  intro: z.string(),
  author,
  /** Number of published articles. */
  articles: z.number(),
  /** Latest publication in it, else its creation. */
  time,
});

export type SeriesRow = z.infer<typeof row>;

const item = z.object({ id: z.number(), title: z.string(), state: z.enum(articleStates) });

export type SeriesItem = z.infer<typeof item>;

const candidate = item.extend({
  /** Name of its current series, or ''. */
  series: z.string(),
});

export type SeriesCandidate = z.infer<typeof candidate>;

const articleIds = z.array(id('文章编号'), '顺序须为一列文章编号').max(1000, '文章太多');
const nameAndIntro = z.object({ name: seriesName, intro: seriesIntro });
const byId = z.object({ id: id('专栏编号') });

export const adminSeries = ofFeature('series', {
  list: paged('/v1/admin/series/', 'taxonomy.manage', {
    about: '全部专栏，最近有文章的在前，也有空的；extra 带有专栏的作者',
    filters: {
      text: z.string().trim().max(longestName, `搜索内容不能超过 ${longestName} 个`).default(''),
      authorId: id('用户编号').optional(),
    },
    row,
    extra: z.object({ authors: z.array(z.object({ id: z.number(), name: z.string() })) }),
  }),
  items: get('/v1/admin/series/items', 'taxonomy.manage', {
    about: '一个专栏里的文章，按专栏的顺序；别人的草稿不在内',
    query: byId,
    reply: z.array(item),
  }),
  create: post('/v1/admin/series/', 'taxonomy.manage', {
    about: '开一个自己的专栏',
    body: nameAndIntro,
    reply: z.object({ id: z.number() }),
  }),
  update: put('/v1/admin/series/', 'taxonomy.manage', {
    about: '改名字与简介；before 是改之前看到的，别人先改过则 409',
    body: nameAndIntro.extend({
      id: id('专栏编号'),
      before: z.object({ name: z.string(), intro: z.string() }, '缺少原来的样子'),
    }),
  }),
  candidates: get('/v1/admin/series/candidates', 'taxonomy.manage', {
    about: '可以放进一个专栏的：它的作者发布过、不在其中的文章，按标题搜索，最近的 20 篇',
    query: byId.extend({ text: searchText() }),
    reply: z.array(candidate),
  }),
  arrange: put('/v1/admin/series/items', 'taxonomy.manage', {
    about: '放进、取出文章，排它们的顺序：ids 是之后的样子，before 是 items 给的，别人先改过则 409',
    body: byId.extend({ before: articleIds, ids: articleIds }),
  }),
  remove: del('/v1/admin/series/', 'taxonomy.manage', {
    about: '删除一个专栏，文章都保留',
    query: byId,
  }),
});
