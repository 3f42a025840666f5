import { z } from 'zod';
import {
  changedDestination,
  newDestination,
  shownDestination,
  trialReply,
  triedDestination,
} from '../platform/destinations.ts';
import { del, get, post, put } from '../platform/endpoint.ts';
import { id, time } from '../platform/fields.ts';
import { backupWork } from './backups.ts';
import { remoteKindNames } from './remote-kinds.ts';

const kind = z.enum(remoteKindNames, '没有这一种');
const username = z.string('请输入账号').trim().max(200, '账号不能超过 200 个字');
const secret = z.string('请输入密码').max(200, '密码不能超过 200 个字');
const passphrase = z
  .string('请输入加密的口令')
  .trim()
  .max(100, '加密的口令不能超过 100 个字')
  .refine(isLongEnough, '加密的口令太短：至少 10 个字母、数字，或 4 个汉字');
function isLongEnough(text: string) {
  return text === '' || new TextEncoder().encode(text).length >= 10;
}
const keep = z.number('请输入留几份').int('留几份须是整数').min(1, '至少留一份').max(99, '最多留 99 份');
const fileName = z.string('请选择一份备份').min(1, '请选择一份备份').max(80, '没有这份备份');

const remote = z.object({
  ...shownDestination,
  kind,
  username: z.string(),
  isEncrypted: z.boolean(),
  keep: z.number(),
  lastUploadedAt: time.nullable(),
  /** Backup that waits to be uploaded, or ''; tried again at `nextAt`. */
  waiting: z.string(),
  nextAt: time.nullable(),
});

const file = z.object({
  name: z.string(),
  bytes: z.number(),
  createdAt: time.nullable(),
  isEncrypted: z.boolean(),
  /** Number of files it was cut into. */
  pieces: z.number(),
  /** When this site read it back whole after uploading it; null for what came from elsewhere. */
  provenAt: time.nullable(),
});

export type RemoteItem = z.infer<typeof remote>;
export type RemoteFile = z.infer<typeof file>;

export const adminRemotes = {
  list: get('/v1/admin/backups/remotes/', 'backups.manage', {
    about: '备份自己抄去的地方；密码与加密的口令只说有没有',
    reply: z.array(remote),
  }),
  add: post('/v1/admin/backups/remotes/', 'backups.manage', {
    about: '添加一个地方：以后每次定时备份做好，自己抄一份过去',
    confirmed: true,
    limit: { most: 30, seconds: 60 },
    body: z.object({
      ...newDestination,
      kind,
      username: username.default(''),
      secret: secret.default(''),
      passphrase: passphrase.default(''),
      keep: keep.default(7),
    }),
    reply: z.object({ id: z.number() }),
  }),
  change: put('/v1/admin/backups/remotes/', 'backups.manage', {
    about: '改一个地方：没有给的不变；换了加密的口令，以前抄去的仍要用以前的口令打开',
    confirmed: true,
    limit: { most: 60, seconds: 60 },
    body: z.object({
      ...changedDestination,
      username: username.optional(),
      secret: secret.optional(),
      /** '' ends the encryption of what is uploaded from now on. */
      passphrase: passphrase.optional(),
      keep: keep.optional(),
    }),
  }),
  remove: del('/v1/admin/backups/remotes/', 'backups.manage', {
    about: '不再抄到这个地方；那里的备份留着',
    query: z.object({ id: id('编号') }),
  }),
  test: post('/v1/admin/backups/remotes/test', 'backups.manage', {
    about: '马上写一个小文件、读回来、删除：存下的（id）连同改了的，或还没有存的；对方的拒绝用中文说',
    limit: { most: 20, seconds: 60 },
    body: z.object({
      ...triedDestination,
      kind: kind.optional(),
      username: username.optional(),
      secret: secret.optional(),
    }),
    reply: trialReply,
  }),
  upload: post('/v1/admin/backups/remotes/upload', 'backups.manage', {
    about: '把一份备份抄到别处：马上开始，不等下一次定时备份',
    limit: { most: 60, seconds: 60 },
    body: z.object({ id: id('编号').optional(), name: fileName }),
  }),
  files: get('/v1/admin/backups/remotes/files', 'backups.manage', {
    about: '一个地方现在有哪些备份，新的在前',
    limit: { most: 60, seconds: 60 },
    query: z.object({ id: id('编号') }),
    reply: z.array(file),
  }),
  fetch: post('/v1/admin/backups/remotes/fetch', 'backups.manage', {
    about: '把别处的一份取回数据目录，核对过才留下；之后照常试恢复、恢复、下载',
    body: z.object({ id: id('编号'), name: fileName, passphrase: passphrase.default('') }),
    reply: backupWork,
  }),
  removeFile: del('/v1/admin/backups/remotes/files', 'backups.manage', {
    about: '删除别处的一份备份',
    query: z.object({ id: id('编号'), name: fileName }),
  }),
};
