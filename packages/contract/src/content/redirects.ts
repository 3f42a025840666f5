import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { batch, get, paged, post, put } from '../platform/endpoint.ts';
import { batchResult, id, time } from '../platform/fields.ts';

/** Bytes of a file of redirects, and its lines. */
export const largestRedirectFile = 4 * 1024 * 1024;
export const redirectLinesAtMost = 10_000;

const source = z.enum(['renamed', 'import', 'manual']);

const row = z.object({
  id: z.number(),
  /** Path in lower case, decoded, with the part of the query that names a page. */
  path: z.string(),
  /** Encoded path of this site, or an address elsewhere. */
  target: z.string(),
  /** Title or name of what is there; '' without one. */
  title: z.string(),
  /** Leads to a page of this site that is not public, or not there. */
  isBroken: z.boolean(),
  hits: z.number(),
  lastHitAt: time.nullable(),
  /** Null: before this was recorded. */
  createdAt: time.nullable(),
  source,
});

export type RedirectRow = z.infer<typeof row>;

const guess = z.object({
  target: z.string(),
  title: z.string(),
  /** Why it may be this page, a few words of Chinese. */
  reason: z.string(),
});

export type RedirectGuess = z.infer<typeof guess>;

const missed = z.object({
  id: z.number(),
  path: z.string(),
  hits: z.number(),
  firstAt: time,
  lastAt: time,
  guess: guess.nullable(),
});

export type MissedRow = z.infer<typeof missed>;

const from = z.string('请输入旧地址').trim().min(1, '请输入旧地址').max(2000, '旧地址不能超过 2000 个字');
const to = z.string('请输入新地址').trim().min(1, '请输入新地址').max(2000, '新地址不能超过 2000 个字');

const outcome = z.object({
  /** Number of the line or entry in the file, from 1. */
  line: z.number(),
  from: z.string(),
  to: z.string(),
  /** `refused`: not taken, for this reason; '' otherwise. */
  result: z.enum(['added', 'changed', 'unchanged', 'refused']),
  reason: z.string(),
});

export type RedirectOutcome = z.infer<typeof outcome>;

const text = z.string().trim().max(200, '搜索内容不能超过 200 个字').default('');
export const redirectFormats = ['csv', 'json', 'yaml'] as const;

export const adminRedirects = {
  list: paged('/v1/admin/redirects/', 'redirects.manage', {
    about: '旧地址与它们通向哪里；by 为 new 新的在前，hits 用得多的在前，unused 只看没有人用过的',
    filters: {
      text,
      source: source.or(z.enum(['all'], '没有这种来源')).default('all'),
      by: z.enum(['new', 'hits', 'unused'], '须为 new、hits 或 unused').default('new'),
    },
    row,
  }),
  add: post('/v1/admin/redirects/', 'redirects.manage', {
    about: '添加一个旧地址；to 是站内地址或 http 网址',
    body: z.object({ from, to }),
    reply: z.object({ id: z.number(), path: z.string(), target: z.string() }),
  }),
  change: put('/v1/admin/redirects/', 'redirects.manage', {
    about: '改一个旧地址；before 是改之前看到的，别人先改过则 409',
    body: z.object({
      id: id('旧地址的编号'),
      before: z.object({ path: z.string(), target: z.string() }, '缺少原来的地址'),
      from,
      to,
    }),
  }),
  act: batch('/v1/admin/redirects/act', 'redirects.manage', {
    about: '删除一批旧地址，或恢复一天之内删除的',
    acts: ['remove', 'restore'],
  }),
  missed: paged('/v1/admin/redirects/missed', 'redirects.manage', {
    about: '读者近来没找到的网址，各带一个猜测；hidden 为 true 只看不再显示的',
    filters: {
      text,
      by: z.enum(['hits', 'last'], '须为 hits 或 last').default('hits'),
      hidden: z.enum(['true', 'false'], '须为 true 或 false').default('false'),
    },
    row: missed,
  }),
  settle: batch('/v1/admin/redirects/missed', 'redirects.manage', {
    about: '不再显示一批没找到的网址，或重新显示',
    acts: ['hide', 'show'],
  }),
  accept: post('/v1/admin/redirects/missed/accept', 'redirects.manage', {
    about: '让一批没找到的网址通向给定的页面，各成为一个旧地址',
    body: z.object({
      items: z
        .array(z.object({ id: id('编号'), target: to }), '请选择要处理的')
        .min(1, '请选择要处理的')
        .max(100, '一次最多处理 100 个'),
    }),
    reply: batchResult,
  }),
  import: post('/v1/admin/redirects/import', 'redirects.manage', {
    about:
      '由文件（表单字段 file：两列 from,to 的 CSV，或 Ghost 的 redirects.json、redirects.yaml，不超过 4 MB、10,000 行）添加旧地址；try 为 true 只看会怎样',
    uploads: largestRedirectFile,
    uploadName: '文件',
    query: z.object({ try: z.enum(['true', 'false'], '须为 true 或 false').default('false') }),
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择一个文件') }),
    reply: z.object({
      added: z.number(),
      changed: z.number(),
      unchanged: z.number(),
      refused: z.number(),
      /** All refused lines first, at most 500. */
      lines: z.array(outcome),
    }),
  }),
  export: get('/v1/admin/redirects/export', 'redirects.manage', {
    about: '全部旧地址：CSV，或 Ghost 的 redirects.json、redirects.yaml',
    query: z.object({ format: z.enum(redirectFormats, '请选择格式') }),
    reply: z.object({ name: z.string(), text: z.string() }),
  }),
};
