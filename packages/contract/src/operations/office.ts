import { z } from 'zod';
import { get, paged } from '../platform/endpoint.ts';
import { featureNames } from '../platform/features.ts';
import { id, time } from '../platform/fields.ts';
import { roles } from '../platform/permissions.ts';
import { themes } from '../platform/rules.ts';

/** Pending items by menu entry, of those the role may settle. */
const waiting = z
  .object({
    articles: z.number(),
    comments: z.number(),
    says: z.number(),
    board: z.number(),
    chat: z.number(),
    links: z.number(),
    applications: z.number(),
    feedback: z.number(),
    reports: z.number(),
  })
  .partial();

export type Waiting = z.infer<typeof waiting>;

export const office = {
  enter: get('/v1/admin/', 'office.enter', {
    about: '进后台的人：是谁、能做什么、有什么等着处理',
    reply: z.object({
      id: z.number(),
      nickname: z.string(),
      avatar: z.string(),
      role: z.enum(roles),
      permissions: z.array(z.string()),
      /** `accent`: `#rrggbb`, '' for cinnabar. `theme`: the default one. */
      site: z.object({
        name: z.string(),
        logo: z.string(),
        seal: z.enum(['name', 'none']),
        version: z.string(),
        accent: z.string(),
        theme: z.enum(themes),
      }),
      waiting,
      /** Features that are on. */
      features: z.array(z.enum(featureNames)),
      /** Remaining steps of the set-up guide, for those who may finish it; 0 once it is over. */
      setupDue: z.number(),
    }),
  }),
};

const perDay = z.array(z.number());

/** Numbers, one for each of the last 365 days in China, oldest first, ending today. */
const series = z.object({
  views: perDay,
  visitors: perDay,
  reads: perDay,
  comments: perDay,
  members: perDay,
  articles: perDay,
});

export type Series = z.infer<typeof series>;

const figures = ['views', 'visitors', 'reads', 'comments', 'members'] as const;

export type Figure = (typeof figures)[number];

/** Totals of `days` days ending today, and of as many before. Visitors are summed per day. */
const span = z.object({
  days: z.number(),
  now: z.record(z.enum(figures), z.number()),
  before: z.record(z.enum(figures), z.number()),
});

export type Span = z.infer<typeof span>;

const waitingKinds = [
  'articles',
  'comments',
  'says',
  'board',
  'chat',
  'links',
  'applications',
  'feedback',
  'reports',
  'lostLinks',
] as const;

const reading = z.object({ id: z.number(), title: z.string(), path: z.string(), reads: z.number() });

export type Reading = z.infer<typeof reading>;

const overview = z.object({
  /** YYYY-MM-DD of today in China. */
  today: z.string(),
  series,
  /** 7, 30 and 365 days. */
  spans: z.array(span),
  /** YYYY-MM-DD of the first counted day; '' before it. */
  countedSince: z.string(),
  totals: z.object({ members: z.number(), articles: z.number(), pages: z.number(), online: z.number() }),
  /** Pending items by kind, with time and beginning of the newest; empty kinds are omitted. */
  waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number(), newest: time, words: z.string() })),
  /** Most read in the last 7 and 30 days and in the last twelve months. */
  top: z.array(z.object({ days: z.number(), articles: z.array(reading) })),
  /** Referrers of the last thirty days. `host` is '' for direct visits and hosts beyond the limit. */
  sources: z.array(
    z.object({ kind: z.enum(['search', 'social', 'direct', 'site']), host: z.string(), views: z.number() }),
  ),
  categories: z.array(z.object({ id: z.number(), name: z.string(), articles: z.number() })),
  /** Writings per day over 53 weeks, omitting empty days. `streak`: the longest run of days. */
  calendar: z.object({
    days: z.array(z.object({ day: z.string(), count: z.number() })),
    articles: z.number(),
    says: z.number(),
    streak: z.number(),
  }),
});

export type Overview = z.infer<typeof overview>;

const articleReadings = reading.omit({ reads: true }).extend({
  /** Reads of all time. */
  views: z.number(),
  /** YYYY-MM-DD of today in China. */
  today: z.string(),
  /** Reads of each of the last ninety days, oldest first, ending today. */
  days: z.array(z.number()),
  /** Months with reads, newest first. `month` is YYYY-MM. */
  months: z.array(z.object({ month: z.string(), reads: z.number() })),
});

export type ArticleReadings = z.infer<typeof articleReadings>;

export const adminReadings = {
  list: paged('/v1/admin/readings/', 'office.enter', {
    about: '读得最多的文章：近 7 或 30 天、近十二个月（365），或某月（2026-11）、某年（2026）',
    filters: {
      span: z
        .string()
        .regex(/^(?:7|30|365|\d{4}(?:-(?:0[1-9]|1[0-2]))?)$/, '没有这段时间')
        .default('30'),
    },
    row: reading,
    /** YYYY-MM of the first counted read; '' before it. */
    extra: z.object({ firstMonth: z.string() }),
  }),
  article: get('/v1/admin/readings/article', 'office.enter', {
    about: '一篇文章近九十天每天、有记录以来每月被读了几次',
    query: z.object({ id: id('文章编号') }),
    reply: articleReadings,
  }),
};

const sign = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warn', 'bad']),
  /** A line in Chinese. */
  text: z.string(),
  /** Advice on what to do; '' where it is well. */
  advice: z.string(),
});

export type Sign = z.infer<typeof sign>;

export const adminOverview = {
  show: get('/v1/admin/overview/', 'office.enter', {
    about: '概览：一年的数目、待办、读得多的、来处、分类与写作日历',
    reply: overview,
  }),
};

/** Served with the system, whose state it sums up. */
export const adminHealth = {
  health: get('/v1/admin/health/', 'system.manage', {
    about: '系统好不好，不好的怎么办：快慢、数据库、磁盘、内存、发件箱、定时任务、备份、邮件、检索、热搜',
    reply: z.object({ version: z.string(), newer: z.string(), signs: z.array(sign) }),
  }),
};
