import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../../../platform/db/errors.ts';
import { putInPlace } from '../../../platform/durable-files.ts';
import { type RemoteFolder, RemoteRefused, unproven, type Where } from './client.ts';

/** Lies in a folder that was chosen: without it the disk is not mounted, and what is written would fill another. */
const mark = '.mojian-backups';

/** A folder of this machine, on a disk or a network drive that somebody mounted. */
export function mountedFolder({ url: folder }: Pick<Where, 'url'>): RemoteFolder {
  const pathOf = (name: string) => join(folder, name);
  return {
    async prepare() {
      await explained(folder, () => requireMark(folder));
      return { namesWhole: true };
    },
    list: () => explained(folder, () => listFiles(folder)),
    async put({ name, content }, prove) {
      const path = pathOf(`${name}${unproven}`);
      try {
        await explained(folder, () => pipeline(content, createWriteStream(path, { mode: 0o600, flush: true })));
        await prove(createReadStream(path));
        await explained(folder, () => putInPlace(path, pathOf(name)));
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw error;
      }
    },
    async *read(name) {
      try {
        yield* createReadStream(pathOf(name)) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw explain(error, folder);
      }
    },
    remove: (name) => explained(folder, () => rm(pathOf(name), { force: true })),
  };
}

/** Marks a folder as chosen. @throws RemoteRefused when it cannot be written */
export function markFolder(folder: string) {
  return explained(folder, () => writeFile(pathOfMark(folder), '墨笺把备份抄到这里。\n'));
}

const pathOfMark = (folder: string) => join(folder, mark);

async function requireMark(folder: string) {
  await stat(folder);
  const isMarked = await readFile(pathOfMark(folder)).catch(() => undefined);
  if (!isMarked)
    throw new RemoteRefused(`${folder} 里没有墨笺的记号（${mark}）：那块盘多半没有挂载上；换了一块盘，就再保存一次`, {
      isLasting: true,
    });
}

async function listFiles(folder: string) {
  await requireMark(folder);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })));
}

async function explained<Result>(folder: string, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    throw explain(error, folder);
  }
}

function explain(error: unknown, folder: string) {
  const { code = '' } = error as NodeJS.ErrnoException;
  const words = isDiskFull(error) ? () => '那块盘满了' : reasons[code];
  return words ? new RemoteRefused(words(folder), { isLasting: true, cause: error }) : error;
}

const locked = (folder: string) =>
  `${folder} 写不进去：让 mojian 用户能写它；install.sh 装的还要在 systemctl edit mojian 里加 ReadWritePaths=${folder}`;
const reasons: Record<string, (folder: string) => string> = {
  ENOENT: (folder) => `没有 ${folder} 这个文件夹，或那份备份不在了`,
  ENOTDIR: (folder) => `${folder} 不是文件夹`,
  EACCES: locked,
  EPERM: locked,
  EROFS: locked,
  EDQUOT: () => '那块盘的配额用完了',
  EIO: () => '那块盘读写出了错',
  ESTALE: () => '网络硬盘断开了，请重新挂载',
  ENOTCONN: () => '网络硬盘断开了，请重新挂载',
};
