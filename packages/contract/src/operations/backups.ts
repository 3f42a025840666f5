import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { del, get, post } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';
import { largestBackup, largestPiece, restoreWord } from '../platform/rules.ts';
import { pieceQuery, uploadId } from './pieces.ts';

const backup = z.object({
  name: z.string(),
  bytes: z.number(),
  /** Why it was made; null for a file placed in the folder by hand. `restore`: the state a restore replaced. `fetched`: from elsewhere. */
  reason: z.enum(['manual', 'scheduled', 'restore', 'uploaded', 'fetched']).nullable(),
  createdAt: time,
  rows: z.number().nullable(),
  files: z.number().nullable(),
  missing: z.number().nullable(),
  /** Time of the last successful trial restore. */
  provenAt: time.nullable(),
  /** Why the trial restore failed, or ''. */
  doubt: z.string(),
});

export type BackupItem = z.infer<typeof backup>;

const preview = z.object({
  site: z.string(),
  createdAt: time,
  dialect: z.enum(['sqlite', 'postgres']),
  bytes: z.number(),
  /** Rows of each table now and after the restore. */
  tables: z.array(z.object({ name: z.string(), now: z.number(), later: z.number() })),
  files: z.number(),
  missing: z.number(),
  /** Owners in the backup, since the current one may have to log in as one of them. */
  owners: z.array(z.string()),
  /** Whether this session is in the backup and survives the restore. */
  staysIn: z.boolean(),
});

export type RestorePreview = z.infer<typeof preview>;

/**
 * `prove`: restores into a scratch place. `preview`: the dry run of a restore. `fetch`: brings one back from elsewhere. `decrypt`: makes
 * an encrypted upload a backup.
 */
const kinds = ['create', 'prove', 'preview', 'restore', 'fetch', 'decrypt'] as const;

export const backupWork = z.object({
  kind: z.enum(kinds),
  /** '' while it is being made. */
  name: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Current step, in Chinese. */
  step: z.string(),
  done: z.number(),
  total: z.number(),
  startedAt: time,
  /** Why it failed, in Chinese. */
  failure: z.string(),
  preview: preview.nullable(),
  /** Safety backup made by a restore. */
  safety: z.string(),
});

export type BackupWork = z.infer<typeof backupWork>;

const passphrase = z
  .string('请输入加密的口令')
  .trim()
  .min(1, '请输入加密的口令')
  .max(100, '加密的口令不能超过 100 个字');
const name = z.string('请选择一份备份').min(1, '请选择一份备份').max(80, '没有这份备份');

export const adminBackups = {
  list: get('/v1/admin/backups/', 'backups.manage', {
    about: '数据目录里的全部备份，新的在前；最近一份试恢复过的，与最近一次定时备份',
    reply: z.object({
      backups: z.array(backup),
      proven: z.object({ name: z.string(), createdAt: time, provenAt: time }).nullable(),
      lastScheduled: z.object({ createdAt: time, failure: z.string() }).nullable(),
      dialect: z.enum(['sqlite', 'postgres']),
      /** Free bytes of the disk. */
      free: z.number(),
    }),
  }),
  work: get('/v1/admin/backups/work', 'backups.manage', {
    about: '正在做的，或上一件做完的备份、试恢复、预览、恢复',
    reply: backupWork.nullable(),
  }),
  start: post('/v1/admin/backups/work', 'backups.manage', {
    about: '开始备份、试恢复、预览、恢复或解密传上来的；恢复须写明「恢复」两个字，加密的要口令，不对的当场说',
    body: z.discriminatedUnion(
      'kind',
      [
        z.object({ kind: z.literal('create') }),
        z.object({ kind: z.literal('prove'), name }),
        z.object({ kind: z.literal('preview'), name }),
        z.object({ kind: z.literal('restore'), name, confirm: z.literal(restoreWord, '请输入「恢复」两个字') }),
        z.object({ kind: z.literal('decrypt'), upload: uploadId, passphrase }),
      ],
      '没有这种处理',
    ),
    reply: backupWork,
  }),
  download: post('/v1/admin/backups/download', 'backups.manage', {
    confirmed: true,
    about: '一份备份的下载地址：一分钟内能用一次',
    body: z.object({ name }),
    reply: z.object({ url: z.string() }),
  }),
  upload: post('/v1/admin/backups/upload', 'backups.manage', {
    about: '传一份备份上来，每次不超过 4 MB；到齐就核对，不能用的不留下。加密的（.zip.age）留一天，等口令',
    uploads: largestPiece,
    uploadName: '备份',
    query: pieceQuery(largestBackup, '备份不能超过 64 GB'),
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择一份备份') }),
    /** `isEncrypted`: all is here, and waits to be decrypted. */
    reply: z.object({ received: z.number(), name: z.string(), isEncrypted: z.boolean() }),
  }),
  remove: del('/v1/admin/backups/', 'backups.manage', {
    about: '删除一份备份',
    query: z.object({ name }),
  }),
};
