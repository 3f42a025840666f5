import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { batch, get, paged, post, put, type Reply } from '../platform/endpoint.ts';
import { id, searchText, time } from '../platform/fields.ts';
import { articleKinds, longestName } from '../platform/rules.ts';
import { articleContent } from './article-content.ts';
import { articleStates } from './drafts.ts';
import { largestMarkdownFile } from './markdown-files.ts';

const author = z.object({ id: z.number(), nickname: z.string(), avatar: z.string() });

/** Batch actions on articles. `category` takes `categoryId`, `refuse` a `reason`, `tag` and `untag` a `tag`. */
export const articleActs = [
  'approve',
  'refuse',
  'publish',
  'withdraw',
  'pin',
  'unpin',
  'recommend',
  'unrecommend',
  'feature',
  'unfeature',
  'category',
  'tag',
  'untag',
  'trash',
  'restore',
  'purge',
] as const;
export type ArticleAct = (typeof articleActs)[number];

/** Tabs of the list. Articles awaiting review have their own, whatever their published state. */
export const articleTabs = [
  'all',
  'pending',
  ...articleStates.filter((state) => state !== 'pending'),
  'trash',
] as const;
export type ArticleTab = (typeof articleTabs)[number];

const row = z.object({
  id: z.number(),
  title: z.string(),
  /** Address of the cover or first photograph of a public article, or ''. */
  cover: z.string(),
  /** Public path, or ''. */
  path: z.string(),
  author,
  category: z.string(),
  /** Name of its published series, or ''. */
  series: z.string(),
  state: z.enum(articleStates),
  /** Whether a submission awaits review, also for changes to a published one. */
  waiting: z.boolean(),
  /** Whether the viewer is its author and may edit it. */
  own: z.boolean(),
  readType: z.number(),
  original: z.boolean(),
  pinned: z.boolean(),
  featured: z.boolean(),
  recommended: z.boolean(),
  words: z.number(),
  views: z.number(),
  comments: z.number(),
  likes: z.number(),
  /** Submission time while it waits, else publication, else last edit; in the trash, the deletion. */
  time,
});

const named = z.object({ id: z.number(), name: z.string() });

const submission = z.object({
  id: z.number(),
  version: z.number(),
  /** Whether readers still see an earlier version. */
  isChange: z.boolean(),
  title: z.string(),
  html: z.string(),
  words: z.number(),
  category: z.string(),
  tags: z.array(z.string()),
  readType: z.number(),
  /** Source of a reprint; '' for an original. */
  sourceUrl: z.string(),
  submittedAt: time,
  author: author.extend({
    /** Published and returned articles of the author. */
    published: z.number(),
    refused: z.number(),
  }),
  found: z.object({
    /** Matches from the owner's list of words. */
    words: z.array(z.string()),
    /** Overlap with the most similar article, in per cent. */
    alike: z.object({ percent: z.number(), title: z.string(), path: z.string() }).nullable(),
    /** Addresses it links to on other sites. */
    links: z.array(z.string()),
    pictures: z.object({ total: z.number(), foreign: z.number() }),
  }),
  /** Ids of all waiting articles, oldest first, this one included. */
  queue: z.array(z.number()),
});

const present = z.object({
  version: z.number(),
  content: articleContent,
  state: z.enum(articleStates),
  /** Whether it is the published text, or was until withdrawn, or is scheduled; else a draft's. */
  isShown: z.boolean(),
  /** Whether it is the viewer's own. A revision restores either the published text or one's own draft. */
  own: z.boolean(),
});

export type PresentText = z.infer<typeof present>;
export type ArticleRow = z.infer<typeof row>;
export type ArticleCounts = Record<ArticleTab, number>;
export type Imported = Reply<typeof adminArticles.import>;
export type Submission = z.infer<typeof submission>;

const one = z.object({ id: id('文章编号') });
const reason = z.string('原因须为文字').default('');

export const adminArticles = {
  list: paged('/v1/admin/articles/', 'articles.manage', {
    about: '全站文章（kind 为 page：页面），别人的草稿除外；extra 带各种状态的篇数',
    filters: {
      kind: z.enum(articleKinds, '须为 article 或 page').default('article'),
      state: z.enum(articleTabs, '没有这种状态').default('all'),
      text: searchText(),
      categoryId: id('分类编号').optional(),
      tagId: id('标签编号').optional(),
      authorId: id('用户编号').optional(),
      readType: z.enum(['0', '1', '2', '3', '4', '5', '6'], '没有这种阅读方式').optional(),
      days: z.enum(['7', '30', '365'], '须为 7、30 或 365 天').optional(),
      sort: z.enum(['time', 'views', 'comments', 'likes'], '没有这种排序').default('time'),
    },
    row,
    extra: z.object(Object.fromEntries(articleTabs.map((tab) => [tab, z.number()])) as Record<ArticleTab, z.ZodNumber>),
  }),
  choices: get('/v1/admin/articles/choices', 'articles.manage', {
    about: '文章列表可以按哪些分类、标签、作者筛选',
    reply: z.object({ categories: z.array(named), tags: z.array(named), authors: z.array(named) }),
  }),
  act: batch('/v1/admin/articles/', 'articles.manage', {
    about: '处理一批文章；退回要写 reason，修改分类要给 categoryId（null 为未分类），添加或移除标签要给 tag',
    acts: articleActs,
    with: {
      reason,
      categoryId: id('分类编号').nullable().optional(),
      tag: z
        .string('标签须为文字')
        .transform((value) => value.replace(/\s+/g, ' ').trim())
        .pipe(z.string().max(longestName, `标签不能超过 ${longestName} 个字`))
        .default(''),
    },
  }),
  carousel: get('/v1/admin/articles/carousel', 'articles.manage', {
    about: '在精选里的文章，按首页上的顺序；首页只取前几篇',
    reply: z.array(z.object({ id: z.number(), title: z.string() })),
  }),
  orderCarousel: put('/v1/admin/articles/carousel', 'articles.manage', {
    about: '排精选的顺序；ids 须恰是精选里的文章，否则 409',
    body: z.object({ ids: z.array(id('文章编号'), '顺序须为一列文章编号').max(1000, '文章太多') }),
  }),
  review: get('/v1/admin/articles/review', 'articles.manage', {
    about: '一篇等待审核的文章：正文、查到的、作者从前的记录',
    limit: { most: 120, seconds: 600 },
    query: one,
    reply: submission,
  }),
  import: post('/v1/admin/articles/import', 'articles.manage', {
    about: '由一个 Markdown 文件（或连同图片的 .zip，不超过 20 MB；表单字段 file）新建一篇自己的草稿',
    uploads: largestMarkdownFile,
    uploadName: '文件',
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择一个文件') }),
    reply: z.object({ id: z.number(), title: z.string(), pictures: z.number(), warnings: z.array(z.string()) }),
  }),
  present: get('/v1/admin/articles/present', 'articles.manage', {
    about: '一篇文章现在的样子，用来与历史里的比较：读者看到的；还没有发布过的，是它的草稿',
    query: one,
    reply: present,
  }),
  revert: post('/v1/admin/articles/revert', 'articles.manage', {
    about:
      '恢复到历史里的一版（id 是历史编号）：发布过的，读者马上看到；现在的留进历史。version 是看过的版本，又有变化则 409',
    body: z.object({ id: id('历史编号'), version: z.int('版本号须为整数').min(0, '版本号须为整数') }),
  }),
  deadLinks: get('/v1/admin/articles/links', 'articles.manage', {
    about: '等待审核的一篇里，打不开的外链（只看前 20 个）；要等外站回答',
    limit: { most: 60, seconds: 600 },
    query: one,
    reply: z.array(z.string()),
  }),
  decide: post('/v1/admin/articles/review', 'articles.manage', {
    about: '通过或退回一篇；version 是审的那一版，作者又改过或别人先审了则 409',
    body: one.extend({
      version: z.int('版本号须为整数').min(0, '版本号须为整数'),
      approve: z.boolean('须说明通过与否'),
      reason,
      recommend: z.boolean('须为 true 或 false').default(false),
    }),
  }),
};

/** Served with the export of the content, which writes the same files. */
export const adminArticleFiles = {
  markdown: get('/v1/admin/articles/markdown', 'articles.manage', {
    about: '读者看到的一篇，带信息头的 Markdown',
    query: one,
    reply: z.object({ name: z.string(), text: z.string() }),
  }),
};
