import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { endpoint } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';
import { largestContent, largestPiece } from '../platform/rules.ts';
import { pieceQuery, uploadId } from './pieces.ts';

/** Result for a file: `draft` is new and unpublished, `skipped` was left out. */
export const importKinds = ['added', 'updated', 'unchanged', 'draft', 'skipped', 'failed'] as const;

const outcome = z.object({
  /** Path in the zip. */
  key: z.string(),
  kind: z.enum(importKinds),
  /** Title of the article; '' for other files. */
  title: z.string(),
  /** Id of the article; null before it exists. */
  id: z.number().nullable(),
  reason: z.string(),
  warnings: z.array(z.string()),
});

const found = z.object({
  /** True for an export of a site, false for any folder of Markdown. */
  isExport: z.boolean(),
  counts: z.object(Object.fromEntries(importKinds.map((kind) => [kind, z.number()])) as Counted),
  /** Other contents of an export. */
  others: z.object({
    pictures: z.number(),
    authors: z.number(),
    categories: z.number(),
    series: z.number(),
    says: z.number(),
    links: z.number(),
    navigation: z.number(),
  }),
  /** Files with warnings first, a few hundred at most. */
  files: z.array(outcome),
  /** Warnings grouped by kind, with the number of files and the first of them. */
  warnings: z.array(z.object({ kind: z.string(), count: z.number(), keys: z.array(z.string()) })),
});

type Counted = Record<(typeof importKinds)[number], z.ZodNumber>;

const work = z.object({
  /** `preview` is a dry run. */
  kind: z.enum(['preview', 'import']),
  /** Id of the upload. */
  id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  done: z.number(),
  total: z.number(),
  startedAt: time,
  /** Why it failed, in Chinese. */
  failure: z.string(),
  found: found.nullable(),
});

export type ContentWork = z.infer<typeof work>;
export type ContentFound = z.infer<typeof found>;

export const adminContent = {
  download: endpoint({
    method: 'POST',
    path: '/v1/admin/content/download',
    access: 'backups.manage',
    about: '全部内容（Markdown、图片与清单，一个 zip）的下载地址：一分钟内能用一次',
    reply: z.object({ url: z.string() }),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/v1/admin/content/upload',
    access: 'backups.manage',
    about: '传一个装着 Markdown 的 zip 上来，每次不超过 4 MB；到齐就看一遍，不能用的不留下',
    uploads: largestPiece,
    uploadName: '压缩包',
    query: pieceQuery(largestContent, '压缩包不能超过 4 GB'),
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择一个压缩包') }),
    reply: z.object({ received: z.number() }),
  }),
  work: endpoint({
    method: 'GET',
    path: '/v1/admin/content/work',
    access: 'backups.manage',
    about: '正在做的，或上一次做完的预览与导入',
    reply: work.nullable(),
  }),
  start: endpoint({
    method: 'POST',
    path: '/v1/admin/content/work',
    access: 'backups.manage',
    about: '预览（只看不写）或导入传上来的压缩包；overwrite 为真则站里改过的也换成文件里的',
    body: z.object({
      kind: z.enum(['preview', 'import'], '没有这种处理'),
      id: uploadId,
      overwrite: z.boolean('须为 true 或 false').default(false),
    }),
    reply: work,
  }),
};
