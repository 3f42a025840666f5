import { access, constants, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openIfThere, readIfThere, writeWhole } from './files-on-disk.ts';
import type { Storage } from './storage.ts';
import { typeOfKey } from './storage-key.ts';

/** Keeps files below a folder, which is made when the first file comes. */
export function localStorage(folder: string): Storage {
  // A key has no room for `..`, so what passes here cannot leave the folder.
  const pathOf = (key: string) => (typeOfKey(key) === undefined ? undefined : join(folder, key));

  return {
    async put(key, bytes, type) {
      if (typeOfKey(key) !== type) throw new RangeError(`${key} is no key for ${type}`);
      await writeWhole(join(folder, key), bytes);
    },
    async get(key) {
      const path = pathOf(key);
      return path === undefined ? undefined : readIfThere(path);
    },
    async open(key) {
      const path = pathOf(key);
      return path === undefined ? undefined : openIfThere(path);
    },
    async has(key) {
      const path = pathOf(key);
      return path !== undefined && isThere(path);
    },
    async remove(key) {
      const path = pathOf(key);
      if (path) await rm(path, { force: true });
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
      } catch {
        throw new Error(`上传文件的目录不可写：${folder}`);
      }
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
