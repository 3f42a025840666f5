import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Prefix of the folders of copies, by which leftovers of a crash are found. */
const prefix = '.copy-';

export const isCopyFolder = (name: string) => name.startsWith(prefix);

export function makeCopyFolder(folder: string) {
  return mkdtemp(join(folder, prefix));
}

/** Removes copies left by a crash below a folder. */
export async function sweepFolders(folder: string) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isCopyFolder)) await rm(join(folder, name), { recursive: true, force: true });
}
