import { randomUUID } from 'node:crypto';
import { access, constants, copyFile, type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, putInPlace, writeWhole } from '../durable-files.ts';
import { type ByteRange, type OpenedFile, type Storage, typeOfKey } from './storage.ts';

/** Storage in a folder, created with the first file. */
export function localStorage(folder: string): Storage {
  // keys cannot contain `..`, so paths stay inside the folder
  const pathOf = (key: string) => (typeOfKey(key) === undefined ? undefined : join(folder, key));

  return {
    async put(key, bytes, type) {
      if (typeOfKey(key) !== type) throw new RangeError(`${key} is no key for ${type}`);
      await writeWhole(join(folder, key), bytes);
    },
    async putFile(key, { path }, type) {
      if (typeOfKey(key) !== type) throw new RangeError(`${key} is no key for ${type}`);
      await moveInto(path, join(folder, key));
    },
    async get(key) {
      const path = pathOf(key);
      return path === undefined ? undefined : readIfThere(path);
    },
    async open(key, range) {
      const path = pathOf(key);
      return path === undefined ? undefined : openIfThere(path, range);
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

/** Moves a file, also to another file system, whole or not at all. */
async function moveInto(path: string, target: string) {
  await makeFolder(dirname(target));
  try {
    await putInPlace(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyInto(path, target);
  }
}

async function copyInto(path: string, target: string) {
  const unfinished = `${target}.${randomUUID()}.part`;
  try {
    await copyFile(path, unfinished);
    await putInPlace(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
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

/** Opens a file, or a part of it, for streaming; undefined when it does not exist. */
async function openIfThere(path: string, range: ByteRange | undefined): Promise<OpenedFile | undefined> {
  const file = await open(path).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    if (range) return openPart(file, range);
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

function openPart(file: FileHandle, { from, to }: ByteRange): OpenedFile {
  return { size: to - from + 1, body: file.createReadStream({ start: from, end: to, highWaterMark: piece }) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
