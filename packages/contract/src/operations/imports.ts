import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { get, paged, post } from '../platform/endpoint.ts';
import { id, perhapsWebAddress, time } from '../platform/fields.ts';
import { largestContent, largestPiece } from '../platform/rules.ts';
import { pieceQuery, uploadId } from './pieces.ts';

/** Kinds of things of a source, in the order of reports. */
export const importedKinds = [
  'article',
  'page',
  'comment',
  'say',
  'message',
  'link',
  'person',
  'category',
  'tag',
  'series',
  'navigation',
  'sticker',
  'picture',
  'setting',
  'redirect',
] as const;

export const importOutcomes = ['added', 'updated', 'unchanged', 'skipped', 'waiting', 'failed'] as const;

/** A kind: how many are in the file, and what became, or will become, of them. */
const counted = z.object({
  kind: z.enum(importedKinds),
  inFile: z.number(),
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  /** Comments whose article is not here yet. */
  waiting: z.number(),
  failed: z.number(),
});

const loss = z.object({
  /** Kind of thing in Chinese. */
  thing: z.string(),
  reason: z.string(),
  count: z.number(),
  /** The first few. */
  places: z.array(z.string()),
});

const author = z.object({
  /** E-mail, or the name of one without; names them in the options. */
  key: z.string(),
  name: z.string(),
  articles: z.number(),
  comments: z.number(),
  /** Member proposed; null for a guest. */
  userId: z.number().nullable(),
  /** Nickname of the member proposed; '' for a guest. */
  nickname: z.string(),
});

const place = z.object({
  address: z.string(),
  title: z.string(),
  comments: z.number(),
  /** The article it is taken for, and by what; null when its comments will wait. */
  article: z.object({ id: z.number(), title: z.string() }).nullable(),
  how: z.enum(['chosen', 'address', 'slug', 'title']).nullable(),
});

const preview = z.object({
  reader: z.object({ id: z.string(), name: z.string() }),
  /** Address of the exported site, or ''. */
  site: z.string(),
  counts: z.array(counted),
  authors: z.array(author),
  /** Addresses of comments, those without an article first; a few hundred at most. */
  places: z.array(place),
  losses: z.array(loss),
  /** The first two thousand articles and pages. */
  articles: z.array(
    z.object({
      /** Names it within the file. */
      key: z.string(),
      title: z.string(),
      isPage: z.boolean(),
      state: z.enum(['published', 'scheduled', 'draft', 'private']),
      publishedAt: time.nullable(),
      /** Whether the date is a guess. */
      undated: z.boolean(),
      outcome: z.enum(importOutcomes),
    }),
  ),
  /** Articles and pages edited here, which stay unless `overwrite` is chosen, with the first few titles. */
  edited: z.object({ article: z.number(), page: z.number(), titles: z.array(z.string()) }),
});

export const runStates = ['running', 'paused', 'done', 'failed', 'undoing', 'undone'] as const;

const run = z.object({
  id: z.number(),
  reader: z.string(),
  fileName: z.string(),
  state: z.enum(runStates),
  done: z.number(),
  total: z.number(),
  counts: z.array(counted),
  failure: z.string(),
  startedAt: time,
  finishedAt: time.nullable(),
  /** Whether the file is still there, so that a paused or failed run can go on. */
  resumable: z.boolean(),
});

const runDetail = run.extend({
  losses: z.array(loss),
  /** Pictures of other hosts: still to be fetched, shown, and given up. */
  pictures: z.object({ waiting: z.number(), done: z.number(), dead: z.number() }),
  /** Comments that wait for their article. */
  waiting: z.number(),
});

const work = z.object({
  kind: z.enum(['preview', 'import', 'undo']),
  state: z.enum(['running', 'done', 'failed']),
  /** Id of the run; null for a preview. */
  runId: z.number().nullable(),
  upload: z.string(),
  fileName: z.string(),
  done: z.number(),
  /** 0: not known yet. */
  total: z.number(),
  /** Why it failed, in Chinese. */
  failure: z.string(),
  preview: preview.nullable(),
  /** Rows that an undo removed, and left because they were changed here since. */
  undone: z.object({ removed: z.number(), left: z.number() }).nullable(),
});

export type ImportPreview = z.infer<typeof preview>;
export type ImportWork = z.infer<typeof work>;
export type ImportRun = z.infer<typeof run>;
export type ImportRunDetail = z.infer<typeof runDetail>;
export type ImportCounts = z.infer<typeof counted>;

const options = z.object({
  /** Member of an author, by key; the others become guests. */
  authors: z.record(z.string().max(200), z.int().min(1)).default({}),
  /** Article of an address. */
  matches: z.record(z.string().max(500), z.int().min(1)).default({}),
  /** Address of the old site, for pictures and links of a file that does not name it. */
  site: perhapsWebAddress('旧站的网址'),
  /** Replaces articles that were edited here by those of the file. */
  overwrite: z.boolean('须为 true 或 false').default(false),
  /** Articles whose date is a guess come as drafts. */
  undatedAsDrafts: z.boolean('须为 true 或 false').default(false),
});

const upload = { upload: uploadId, fileName: z.string('缺少文件名').min(1, '缺少文件名').max(200, '文件名过长') };

const waitingPlace = z.object({
  origin: z.string(),
  address: z.string(),
  title: z.string(),
  comments: z.number(),
  /** The first of them. */
  sample: z.string(),
});

export type WaitingPlace = z.infer<typeof waitingPlace>;

const deadPicture = z.object({
  id: z.number(),
  url: z.string(),
  failure: z.string(),
  state: z.enum(['waiting', 'dead']),
  article: z.object({ id: z.number(), title: z.string() }),
});

export type RemotePicture = z.infer<typeof deadPicture>;

export const adminImports = {
  upload: post('/v1/admin/imports/upload', 'backups.manage', {
    about: '传一个要导入的文件上来，每次不超过 4 MB',
    uploads: largestPiece,
    uploadName: '文件',
    query: pieceQuery(largestContent, '文件不能超过 4 GB'),
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择一个文件') }),
    reply: z.object({ received: z.number() }),
  }),
  work: get('/v1/admin/imports/work', 'backups.manage', {
    about: '正在做的，或上一次做完的预览、导入或撤销',
    reply: work.nullable(),
  }),
  preview: post('/v1/admin/imports/preview', 'backups.manage', {
    about: '认出传上来的是哪个系统的文件，只看不写：每种东西有多少、会怎样、什么过不来',
    body: z.object({ ...upload, options: options.optional() }),
    reply: work,
  }),
  start: post('/v1/admin/imports/', 'backups.manage', {
    about: '导入传上来的文件；已经导入过的不会再来一遍，在站里改过的不动，除非 overwrite 为真',
    body: z.object({ ...upload, options: options.optional() }),
    reply: work,
  }),
  act: post('/v1/admin/imports/act', 'backups.manage', {
    about: '暂停或继续一次导入，撤销它（改过、有人评论过的留下），或再取一遍没取到的图片',
    body: z.object({
      id: id('导入的编号'),
      act: z.enum(['pause', 'resume', 'undo', 'retryPictures'], '没有这种处理'),
    }),
    reply: work.nullable(),
  }),
  list: paged('/v1/admin/imports/', 'backups.manage', {
    about: '做过的导入，新的在前',
    row: run,
  }),
  show: get('/v1/admin/imports/info', 'backups.manage', {
    about: '一次导入的结果：每种东西的数目、没过来的、图片',
    query: z.object({ id: id('导入的编号') }),
    reply: runDetail,
  }),
  report: post('/v1/admin/imports/report', 'backups.manage', {
    about: '一次导入的报告（CSV，每样东西一行）的下载地址：一分钟内能用一次',
    body: z.object({ id: id('导入的编号') }),
    reply: z.object({ url: z.string() }),
  }),
  waiting: paged('/v1/admin/imports/waiting', 'backups.manage', {
    about: '等着文章的评论，按原来的网址',
    row: waitingPlace,
  }),
  settle: post('/v1/admin/imports/waiting', 'backups.manage', {
    about: '把一个网址下等着的评论放到一篇文章下；article 为 null 则丢弃；不给 place 则把找得到文章的都放好',
    body: z.object({
      place: z
        .object({
          origin: z.string().max(300),
          address: z.string().max(2000),
          title: z.string().max(1000),
          article: id('文章编号').nullable(),
        })
        .optional(),
    }),
    reply: z.object({ placed: z.number(), dropped: z.number() }),
  }),
  pictures: paged('/v1/admin/imports/pictures', 'backups.manage', {
    about: '一次导入里没取到的网络图片，和它们所在的文章',
    filters: { id: id('导入的编号') },
    row: deadPicture,
  }),
};
