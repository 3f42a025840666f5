import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';
import { type RemoteKind, remoteKinds } from '@mojian/contract/operations/remote-kinds';
import { Failure } from '@mojian/contract/platform/failures';
import { checkedWebAddress } from '../../platform/outgoing/destinations.ts';
import type { Where } from './clients/client.ts';
import { bucketOf } from './clients/s3.ts';

/** Checks what the owner entered, and completes the address. @throws Failure naming `url`, `username` or `secret` */
export async function checkedPlace(where: Where, dataDir: string): Promise<Where> {
  if (where.kind === 'folder')
    return { ...where, url: await checkedFolder(where.url, dataDir), username: '', secret: '' };
  const address = checkedWebAddress(where, remoteKinds[where.kind].address);
  if (address.username || address.password)
    throw new Failure('invalid-input', '账号与密码不要写在地址里，请填在下面', 'url');
  requireWhole(where, address);
  return { ...where, url: address.href };
}

/** @throws Failure for an address that lacks something, or a missing account */
function requireWhole(where: Where, { hostname, pathname }: URL) {
  if (where.kind === 'jianguoyun' && (hostname !== 'dav.jianguoyun.com' || !/^\/dav\/[^/]/.test(pathname)))
    throw new Failure('invalid-input', `坚果云的地址形如 ${remoteKinds.jianguoyun.example}`, 'url');
  const labels = remoteKinds[where.kind];
  const isNeeded = where.kind === 'jianguoyun' || where.kind === 's3';
  if (isNeeded && 'username' in labels && where.username === '')
    throw new Failure('invalid-input', `请输入${labels.username}`, 'username');
  if (isNeeded && 'secret' in labels && where.secret === '')
    throw new Failure('invalid-input', `请输入${labels.secret}`, 'secret');
  if (where.kind !== 's3') return;
  try {
    bucketOf(where);
  } catch {
    throw new Failure('invalid-input', `地址形如 ${remoteKinds.s3.example}`, 'url');
  }
}

async function checkedFolder(typed: string, dataDir: string) {
  if (!isAbsolute(typed) || /[\p{Cc}\p{Cf}]/u.test(typed))
    throw new Failure('invalid-input', '请写文件夹的完整路径，如 /mnt/backup', 'url');
  const found = await stat(typed).catch(() => undefined);
  if (!found?.isDirectory()) throw new Failure('invalid-input', `这台服务器上没有 ${typed} 这个文件夹`, 'url');
  const [folder, data] = await Promise.all([realpath(typed), realpath(dataDir)]);
  if (`${folder}${sep}`.startsWith(`${data}${sep}`))
    throw new Failure('invalid-input', '它就在数据文件夹里：请选另一块盘上的文件夹', 'url');
  return folder;
}

/** Shows where a place is, for the owner to know it. */
export function targetOf(kind: RemoteKind, url: string) {
  if (kind === 'folder') return url;
  const { host, pathname } = new URL(url);
  return `${host}${withoutSlash(readablePath(pathname))}`;
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);

function readablePath(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
