import { z } from 'zod';
import { del, get, paged, post, put } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { articleKinds } from '../platform/rules.ts';
import { articleContent, largestBody } from './article-content.ts';

/** `private`: finished but readable by its author only, according to its `readType`. */
export const articleStates = ['draft', 'pending', 'scheduled', 'published', 'private', 'withdrawn', 'refused'] as const;
export type ArticleState = (typeof articleStates)[number];

const version = z.int('版本号须为整数').min(0, '版本号须为整数');
const key = z
  .string('缺少草稿的记号')
  .min(8, '草稿的记号过短')
  .max(64, '草稿的记号过长')
  .regex(/^[\w-]+$/, '草稿的记号有误');

const kind = z.enum(articleKinds, '须为 article 或 page');

const saved = z.object({ id: z.number(), version: z.number(), savedAt: time });

const draft = z.object({
  id: z.number(),
  kind: z.enum(articleKinds),
  /** Rises with every save; a save names the version it is based on. */
  version: z.number(),
  content: articleContent,
  savedAt: time,
  /** Name of the key by which a program last wrote the draft, or ''. */
  keyName: z.string(),
  /** State of the published article. */
  state: z.enum(articleStates),
  /** Whether the draft differs from the published text. */
  changed: z.boolean(),
  /** Submission time while it awaits review. */
  submittedAt: time.nullable(),
  /** The staff's reason for the last refusal. */
  refusal: z.string(),
  /** Number of the drawn cover that publication chose; null before it. */
  drawnCover: z.number().nullable(),
  /** Publication time; in the future for a scheduled article. */
  publishedAt: time.nullable(),
  removedAt: time.nullable(),
  author: z.object({ id: z.number(), nickname: z.string() }),
  /** Actions permitted to this member now. */
  may: z.object({ edit: z.boolean(), publish: z.boolean(), submit: z.boolean(), withdraw: z.boolean() }),
});

const ownArticle = z.object({
  id: z.number(),
  title: z.string(),
  summary: z.string(),
  cover: z.string(),
  coverNumber: z.number(),
  state: z.enum(articleStates),
  changed: z.boolean(),
  /** As of a draft. */
  keyName: z.string(),
  submittedAt: time.nullable(),
  refusal: z.string(),
  words: z.number(),
  views: z.number(),
  likes: z.number(),
  comments: z.number(),
  publishedAt: time.nullable(),
  savedAt: time,
  removedAt: time.nullable(),
});

const counts = z.object({
  all: z.number(),
  draft: z.number(),
  pending: z.number(),
  scheduled: z.number(),
  published: z.number(),
  private: z.number(),
  withdrawn: z.number(),
  refused: z.number(),
  trash: z.number(),
});

export type Draft = z.infer<typeof draft>;
export type Saved = z.infer<typeof saved>;
export type OwnArticle = z.infer<typeof ownArticle>;
export type OwnArticleCounts = z.infer<typeof counts>;

const one = z.object({ id: id('文章编号') });

export const drafts = {
  create: post('/v1/article/', 'member', {
    scope: 'draft',
    about: '新建一篇草稿；key 由浏览器起，同一个 key 只建一篇。kind 为 page 是页面，只有站长、管理员与编辑能写',
    limit: { most: 60, seconds: 600 },
    largestBody,
    body: z.object({ key, kind: kind.default('article'), content: articleContent }),
    reply: saved,
  }),
  save: put('/v1/article/', 'member', {
    scope: 'draft',
    about: '保存草稿；version 是改之前的版本，别处已有更新的版本时拒绝（409 stale），读者看到的不变',
    limit: { most: 600, seconds: 600 },
    largestBody,
    body: one.extend({ version, content: articleContent }),
    reply: saved,
  }),
  mine: get('/v1/article/selectMyArticleInfo', 'member', {
    scope: ['read', 'draft', 'publish'],
    about: '自己的一篇文章，连同没有发布的改动',
    query: one,
    reply: draft,
  }),
  list: paged('/v1/article/selectMyArticles', 'member', {
    scope: ['read', 'draft', 'publish'],
    about:
      '自己的文章（kind 为 page：页面），最近动过的在前；state 为某种状态或 trash（回收站），keyword 搜索标题里的文字。extra 带各种状态的篇数',
    filters: {
      kind: kind.default('article'),
      state: z.enum([...articleStates, 'trash'], '没有这种状态').optional(),
      keyword: z.string('关键词须为文字').trim().max(100, '关键词不能超过 100 个字').default(''),
    },
    row: ownArticle,
    extra: counts,
  }),
  submit: post('/v1/article/submit', 'member', {
    scope: 'publish',
    speaks: true,
    about:
      '提交草稿：有权发布者即发布，给了 publishAt（将来的时间）则定时发布；其他人提交审核。仅自己可读的不经审核，也不能定时',
    limit: { most: 60, seconds: 600 },
    body: one.extend({ version, publishAt: time.optional() }),
    reply: z.object({ state: z.enum(articleStates), version: z.number() }),
  }),
  withdraw: put('/v1/article/withdraw', 'member', {
    about: '撤回：审核中与定时的回到草稿，已发布的不再公开',
    body: one,
    reply: z.object({ state: z.enum(articleStates), version: z.number() }),
  }),
  discard: put('/v1/article/discard', 'member', {
    about: '放弃已发布文章上没有发布的改动',
    body: one.extend({ version }),
    reply: z.object({ version: z.number() }),
  }),
  remove: del('/v1/article/', 'member', {
    about: '放进回收站，30 天内可以恢复',
    query: one,
  }),
  restore: put('/v1/article/restore', 'member', {
    about: '从回收站恢复',
    body: one,
    reply: z.object({ state: z.enum(articleStates) }),
  }),
};
