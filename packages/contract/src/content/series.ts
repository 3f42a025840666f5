import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { longestName } from '../platform/rules.ts';
import { articleCard } from './articles.ts';

const person = z.object({ id: z.number(), nickname: z.string(), avatar: z.string() });

const series = z.object({
  id: z.number(),
  name: z.string(),
  intro: z.string(),
  author: person,
  /** Published ones. */
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
export const seriesIntro = z.string('简介须为文字').trim().max(200, '简介不能超过 200 个字').default('');

export const seriesCalls = {
  list: endpoint({
    method: 'GET',
    path: '/v1/series/',
    feature: 'series',
    access: 'anyone',
    about: '全部专栏：有文章发布的，最近更新的在前',
    reply: z.array(series),
  }),
  info: endpoint({
    method: 'GET',
    path: '/v1/series/info',
    feature: 'series',
    access: 'anyone',
    about: '一个专栏与其中发布的文章，按专栏的顺序',
    query: z.object({ id: id('专栏编号') }),
    reply: series.extend({ records: z.array(articleCard) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/v1/series/mine',
    feature: 'series',
    access: 'member',
    about: '自己的专栏，连同其中每一篇（没发布的也在内）的顺序',
    reply: z.array(ownSeries),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/series/',
    feature: 'series',
    access: 'member',
    about: '新建专栏',
    limit: { most: 30, seconds: 600 },
    body: z.object({ name: seriesName, intro: seriesIntro }),
    reply: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/series/',
    feature: 'series',
    access: 'member',
    about: '改专栏的名字、简介，或其中文章的顺序（articleIds 须恰是其中的文章）',
    body: z.object({
      id: id('专栏编号'),
      name: seriesName.optional(),
      intro: seriesIntro.optional(),
      articleIds: z.array(id('文章编号'), '顺序须为一列文章编号').max(1000, '文章太多').optional(),
    }),
    reply: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/series/',
    feature: 'series',
    access: 'member',
    about: '删除专栏，文章都保留',
    query: z.object({ id: id('专栏编号') }),
    reply: z.null(),
  }),
};
