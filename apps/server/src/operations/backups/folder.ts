import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@mojian/contract/platform/failures';
import { chinaOffset } from '@mojian/contract/platform/time';
import { makeFolder } from '../../platform/durable-files.ts';

/** Cannot lead out of the folder. */
const backupName = /^mojian-[\w-]{1,60}\.zip$/;

/** Creates the folder with mode 0700: backups hold secrets. */
export async function backupFolder(dataDir: string) {
  const folder = join(dataDir, 'backups');
  await makeFolder(folder, { mode: 0o700 });
  return folder;
}

/** `mojian-20261121-183541.zip` in China's time; a number is appended within the same second. */
export async function newBackupPath(dataDir: string, now = Date.now()) {
  const folder = await backupFolder(dataDir);
  const digits = new Date(now + chinaOffset).toISOString().replace(/\D/g, '');
  const stem = `mojian-${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
  const taken = await readdir(folder);
  let name = `${stem}.zip`;
  for (let number = 2; taken.includes(name); number++) name = `${stem}-${number}.zip`;
  return { name, path: join(folder, name) };
}

/** @throws Failure not-found */
export async function findBackupPath(dataDir: string, name: string) {
  const path = join(await backupFolder(dataDir), name);
  const found = backupName.test(name) ? await stat(path).catch(() => undefined) : undefined;
  if (!found?.isFile()) throw new Failure('not-found', '没有这份备份');
  return path;
}

export async function listBackupFiles(dataDir: string) {
  const folder = await backupFolder(dataDir);
  const names = (await readdir(folder)).filter((name) => backupName.test(name));
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { name, bytes: size, changedAt: Math.floor(mtimeMs) };
    }),
  );
}

/** Deletes leftovers of crashes. Call under the lock. */
export async function removeUnfinishedBackups(dataDir: string) {
  const folder = await backupFolder(dataDir);
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name), { force: true });
}
