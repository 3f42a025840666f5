import { z } from 'zod';
import { commentings } from '../core/modes.ts';
import { pigments } from '../core/pigments.ts';
import { get, paged, post } from '../platform/endpoint.ts';
import { id, pageOf, pageQuery, time, wholeNumber } from '../platform/fields.ts';
import { articleKinds, longestArticlePassword, longestSearch } from '../platform/rules.ts';
import { category } from './categories.ts';

const named = z.object({ id: z.number(), name: z.string() });
/** Canonical address; all others redirect to it with 301. */
const path = z.string();
const titled = z.object({ id: z.number(), title: z.string(), path });

export const articleCard = z.object({
  id: z.number(),
  path,
  title: z.string(),
  summary: z.string(),
  /** Address of the author's picture, else of the first photograph that all may see, or '' for a drawn cover. */
  cover: z.string(),
  /** Width of the cover in pixels where it is the first photograph. */
  coverWidth: z.number().optional(),
  /** Number of the drawn cover: that of its publication, or chosen by the author. */
  coverNumber: z.number(),
  /** Focal point of the cover, in per cent from the left and the top. */
  focusX: z.number(),
  focusY: z.number(),
  category: named.extend({ pigment: z.enum(pigments) }).nullable(),
  tags: z.array(named),
  /** `guest`: wrote on an earlier site and has no account here. */
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string(), guest: z.boolean() }),
  /** An album of photographs. */
  isAlbum: z.boolean(),
  original: z.boolean(),
  pinned: z.boolean(),
  readType: z.number(),
  words: z.number(),
  minutes: z.number(),
  views: z.number(),
  likes: z.number(),
  comments: z.number(),
  publishedAt: time,
  updatedAt: time,
});

const heading = z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) });

const articleInfo = articleCard.extend({
  /** A page has no category, tags, neighbours, related articles or series. */
  kind: z.enum(articleKinds),
  /** Words on an album's cover, how dark their ground is (1 to 3), and the number of pictures shown. */
  album: z.object({ place: z.string(), time: z.string(), veil: z.number(), pictures: z.number() }).nullable(),
  /** Full text, or only its opening while `locked`. */
  html: z.string(),
  headings: z.array(heading),
  locked: z.boolean(),
  /** Hint that readers see beside the password field, or ''. */
  passwordHint: z.string(),
  hasDiagram: z.boolean(),
  /** Meta description; '' falls back to the summary. */
  description: z.string(),
  keywords: z.string(),
  sourceUrl: z.string(),
  sourceAuthor: z.string(),
  /** Whether its author declares that an AI made some of it. */
  hasAiContent: z.boolean(),
  collects: z.number(),
  /** The stricter of the article's and the site's setting. `closed`: none are added; `hidden`: none are shown. */
  commenting: z.enum(commentings),
  /** Whether sentences may be highlighted, and whether some are. */
  highlights: z.enum(['off', 'none', 'some']),
  previous: titled.nullable(),
  next: titled.nullable(),
  related: z.array(articleCard),
  /** Series it belongs to. `articles` are the neighbouring titles, starting at position `from`. */
  series: z
    .object({
      id: z.number(),
      name: z.string(),
      position: z.number(),
      total: z.number(),
      previous: titled.nullable(),
      next: titled.nullable(),
      from: z.number(),
      articles: z.array(titled),
    })
    .nullable(),
});

const categoryShelf = category.extend({
  /** Articles of the last twelve months, oldest first. */
  months: z.array(z.number()),
  newest: z.array(titled.extend({ publishedAt: time })),
  card: articleCard.nullable(),
});

/** Darkest ground of the words on an album's cover: white can be read on any picture. */
export const darkestVeil = 3;

const archivedMonth = z.object({
  month: z.number(),
  count: z.number(),
  /** Number of newer articles of this month before those listed here, which may be none or not all. */
  from: z.number(),
  articles: z.array(titled.extend({ publishedAt: time, category: z.string() })),
});

const archive = z.object({
  total: z.number(),
  words: z.number(),
  firstYear: z.number().nullable(),
  /** Newest first. `months` is empty for a year that is only counted here; request it with `year` and `month`. */
  years: z.array(z.object({ year: z.number(), count: z.number(), months: z.array(archivedMonth) })),
  /** Articles per day over the last 53 weeks, omitting empty days. */
  days: z.array(z.object({ day: z.iso.date(), count: z.number() })),
});

/** Strips white space and truncates. An empty keyword finds nothing. */
const keyword = z.string('关键词须为文字').transform((text) => cutTo(longestSearch, text.replace(/\s/gu, '')));

/** Query as typed, with spaces; takes precedence over the keyword. */
const typed = z.string('搜索的话须为文字').transform((text) => cutTo(longestSearch, text.replace(/\s+/gu, ' ').trim()));

function cutTo(most: number, text: string) {
  return Array.from(text).slice(0, most).join('');
}

export type ArticleCard = z.infer<typeof articleCard>;
export type ArticleInfo = z.infer<typeof articleInfo>;
export type ArticleHeading = z.infer<typeof heading>;
export type CategoryShelf = z.infer<typeof categoryShelf>;
export type Archive = z.infer<typeof archive>;
export type Found = z.infer<typeof found>;

const found = titled.extend({ kind: z.enum(articleKinds), summary: z.string() });

export const articles = {
  list: paged('/v1/article/', 'anyone', {
    scope: 'read',
    about: '文章列表：置顶在前，可按分类、标签筛选，按最新或最热排序；一个分类可以只要一年',
    filters: {
      categoryId: id('分类编号').optional(),
      tagId: id('标签编号').optional(),
      sort: z.enum(['new', 'hot'], '排序方式须为 new 或 hot').default('new'),
      /** For a category only. */
      year: wholeNumber('年份', 9999).optional(),
    },
    row: articleCard,
  }),
  categoryIndex: get('/v1/article/categoryIndex', 'anyone', {
    scope: 'read',
    about: '各分类最新的四篇与近十二个月的篇数，站长排的顺序',
    reply: z.array(categoryShelf),
  }),
  category: get('/v1/article/category', 'anyone', {
    scope: 'read',
    about: '一个分类各年的篇数与读得最多的三篇',
    query: z.object({ id: id('分类编号') }),
    reply: z.object({
      years: z.array(z.object({ year: z.number(), articles: z.number() })),
      popular: z.array(titled),
      /** Drawn cover of its newest article; null without one. */
      coverNumber: z.number().nullable(),
    }),
  }),
  info: get('/v1/article/info', 'anyone', {
    scope: 'read',
    about:
      '文章或页面的正文；无权阅读全文者只得到开头。key 是访客凭验证码或口令得到的。同一访客半小时内算一次阅读，认作程序的（按 User-Agent）不算',
    query: z.object({ id: id('文章编号'), key: z.string('钥匙有误').max(100, '钥匙有误').optional() }),
    reply: articleInfo,
  }),
  byUser: paged('/v1/article/selectArticleByUserId', 'anyone', {
    scope: 'read',
    about: '一位用户发布的文章，新的在前；登录后不给 userId 就是自己的',
    filters: { userId: id('用户编号').optional() },
    row: articleCard,
  }),
  search: get('/v1/article/search', 'anyone', {
    scope: 'read',
    about:
      '搜索文章与页面：标题重于摘要，摘要重于正文。keyword 去掉空白；typed 是原样输入的话，给了就以它为准。最多数到、翻到第 1000 篇',
    query: pageQuery.extend({ keyword, typed: typed.default('') }),
    reply: pageOf(found).extend({
      /** Suggested correction, or ''. */
      suggestion: z.string(),
      /** Whether the records match the suggestion, because the typed query matched nothing. */
      instead: z.boolean(),
      /** Matches to highlight in titles and summaries. */
      marks: z.array(z.string()),
    }),
  }),
  like: get('/v1/article/like', 'member', {
    speaks: true,
    changes: true,
    about: '点赞或取消：like=1 赞，like=0 取消，不给则换一种',
    limit: { most: 120, seconds: 60 },
    query: z.object({ articleId: id('文章编号'), like: z.enum(['0', '1'], '须为 0 或 1').optional() }),
    reply: z.object({ liked: z.boolean(), likes: z.number() }),
  }),
  mine: get('/v1/article/mine', 'member', {
    about: '自己与一篇文章：赞过没有、收藏没有、关注作者没有',
    query: z.object({ id: id('文章编号') }),
    reply: z.object({ liked: z.boolean(), collected: z.boolean(), followed: z.boolean() }),
  }),
  checkCode: get('/v1/article/checkCode', 'anyone', {
    changes: true,
    about:
      '用公众号给的验证码打开一篇文章；一个码只用一次，只开这一篇、只给这位读者。不写 id 时：向公众号说「验证码 12」得来的码只开 12 号文章；否则须只剩一篇要验证码的文章',
    limit: { most: 20, seconds: 600 },
    query: z.object({
      code: z.string('请输入验证码').regex(/^\d{6}$/, '验证码是 6 位数字'),
      id: id('文章编号').optional(),
    }),
    /** `id`: the article unlocked. `key`: proof that a visitor's browser sends with later reads; null for a member. */
    reply: z.object({ id: z.number(), key: z.string().nullable() }),
  }),
  unlock: post('/v1/article/unlock', 'anyone', {
    changes: true,
    about:
      '用口令打开一篇文章或页面，在这个浏览器里一直开着（会员是在账号里），直到作者换口令。同一地址十分钟里最多错十次，一篇最多错两百次',
    limit: { most: 120, seconds: 600 },
    body: z.object({
      id: id('文章编号'),
      password: z
        .string('请输入口令')
        .trim()
        .min(1, '请输入口令')
        .max(longestArticlePassword, `口令不超过 ${longestArticlePassword} 个字`),
    }),
    /** `key`: as of `checkCode`. */
    reply: z.object({ key: z.string().nullable() }),
  }),
  archive: get('/v1/article/archive', 'anyone', {
    scope: 'read',
    about:
      '归档：各年篇数、最近的文章与一年热力图；year 取某一年，其中各月篇数俱全，文章从新到旧最多 100 篇；再给 month 取某一月，超过 100 篇用 pageNo 往后翻',
    query: z
      .object({
        year: wholeNumber('年份', 9999).optional(),
        month: wholeNumber('月份', 12).optional(),
        pageNo: wholeNumber('页码', 100_000).optional(),
      })
      .refine(({ year, month }) => month === undefined || year !== undefined, { error: '请选择年份', path: ['year'] }),
    reply: archive,
  }),
};
