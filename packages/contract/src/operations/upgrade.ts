import { z } from 'zod';
import type { UploadedFile } from '../core/uploads.ts';
import { del, get, post } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';
import { largestPiece } from '../platform/rules.ts';
import { pieceQuery } from './pieces.ts';

/**
 * Ways to upgrade a site: `button` in the back office; `command` on the server, where the unit that the button needs
 * is missing; the others as the page says.
 */
const ways = ['button', 'command', 'container', 'clone', 'unpacked'] as const;

const version = z
  .string('请选择版本')
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\w.]{1,20})?$/, '版本号须形如 1.2.3')
  .max(40, '版本号太长');

const release = z.object({
  version: z.string(),
  source: z.enum(['address', 'upload']),
  /** Plain text; '' for none. */
  notes: z.string(),
  /** Whether the list of sums that names it was signed by the key in the settings; a release from the address may need none. */
  isSigned: z.boolean(),
});

const status = z.object({
  id: z.string(),
  act: z.enum(['upgrade', 'rollback', 'finish']),
  version: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** In Chinese, as the command says them; the last one is the outcome. */
  lines: z.array(z.string()),
  startedAt: time,
  endedAt: time.nullable(),
});

export type UpgradeRelease = z.infer<typeof release>;
export type UpgradeState = z.infer<typeof status>;

const progress = z.object({
  /** Version of the process that answers. */
  version: z.string(),
  /** Whether a request waits to be taken up. */
  isWaiting: z.boolean(),
  /** Whether it has waited for longer than root's unit needs to take it up. */
  isOverdue: z.boolean(),
  /** Name of the step of an upgrade under way, in Chinese; '' for none. */
  step: z.string(),
  status: status.nullable(),
});

export type UpgradeProgress = z.infer<typeof progress>;

export const adminUpgrade = {
  show: get('/v1/admin/upgrade/', 'system.upgrade', {
    about: '怎样升级这个站、有哪一版可换、要多少磁盘、能不能退回',
    reply: z.object({
      way: z.enum(ways),
      version: z.string(),
      /** Variant of the releases that fit, such as `linux-x64`. */
      variant: z.string(),
      hasAddress: z.boolean(),
      /** Whether releases may be uploaded: only with a key, since nothing else tells who made them. */
      canUpload: z.boolean(),
      releases: z.array(release),
      /** Bytes, about: for the program, for backup, trial and the data that stays; and what is free in each place. */
      space: z.object({ program: z.number(), data: z.number(), programFree: z.number(), dataFree: z.number() }),
      rollback: z.object({ from: z.string(), to: z.string(), keepsData: z.boolean() }).nullable(),
      /** Advice for an interrupted upgrade, or ''. */
      interrupted: z.string(),
      progress,
    }),
  }),
  progress: get('/v1/admin/upgrade/progress', 'system.upgrade', {
    about: '升级做到哪一步：每秒可以问，换程序的那一会儿没有应答',
    reply: progress,
  }),
  look: post('/v1/admin/upgrade/look', 'system.upgrade', {
    about: '看看设好的网址（UPGRADE_URL）上有没有新版',
    limit: { most: 20, seconds: 60 },
    reply: z.object({ version: z.string() }),
  }),
  upload: post('/v1/admin/upgrade/upload', 'system.upgrade', {
    about: '传一个发布包上来，每次不超过 4 MB',
    uploads: largestPiece,
    uploadName: '发布包',
    query: pieceQuery(512 * 1024 ** 2, '发布包不能超过 512 MB'),
    body: z.object({ file: z.custom<UploadedFile>((value) => value instanceof Object, '请选择发布包') }),
    reply: z.object({ received: z.number() }),
  }),
  check: post('/v1/admin/upgrade/check', 'system.upgrade', {
    about: '核对传上来的发布包：签名、校验和、版本与说明；不对的不留下',
    limit: { most: 20, seconds: 60 },
    body: z.object({
      name: z.string('请选择发布包').max(100, '文件名太长'),
      sums: z.string('请选择校验和的清单').max(65_536, '校验和的清单太大'),
      signature: z.string('请选择清单的签名').max(4096, '清单的签名太大'),
    }),
    reply: release,
  }),
  start: post('/v1/admin/upgrade/', 'system.upgrade', {
    confirmed: true,
    about: '请求升级、退回上一版，或给中断的升级收尾；由服务器上 root 的单元去做',
    limit: { most: 10, seconds: 60 },
    body: z.discriminatedUnion(
      'act',
      [
        z.object({ act: z.literal('upgrade'), version, source: z.enum(['address', 'upload'], '没有这种来源') }),
        z.object({ act: z.literal('rollback') }),
        z.object({ act: z.literal('finish') }),
      ],
      '没有这种处理',
    ),
    reply: progress,
  }),
  withdraw: del('/v1/admin/upgrade/request', 'system.upgrade', {
    about: '撤回还没有被接手的请求',
    reply: progress,
  }),
};
