import { access, constants, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeWhole } from '../durable-files.ts';
import { type OpenedFile, type Storage, typeOfKey } from './storage.ts';

/** Storage in a folder, created with the first file. */
export function localStorage(folder: string): Storage {
  // keys cannot contain `..`, so paths stay inside the folder
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
        await makeFolder(folder);
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

/** Files up to this size are read at once, larger ones in chunks of it. */
const piece = 64 * 1024;

/** Reads a file; undefined when it does not exist. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Opens a file for streaming; undefined when it does not exist. */
async function openIfThere(path: string): Promise<OpenedFile | undefined> {
  const file = await open(path).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    if (size > piece) return { size, body: file.createReadStream({ highWaterMark: piece }) };
    const body = await file.readFile();
    await file.close();
    return { size, body };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
