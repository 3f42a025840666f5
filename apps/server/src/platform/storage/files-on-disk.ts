import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OpenedFile } from './storage.ts';

/** A file up to this size is read at once, a larger one in pieces of it. */
const piece = 64 * 1024;

/** The bytes of a file, or nothing when there is no such file. Other failures are thrown. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A file to be sent on, or nothing when there is no such file. Other failures are thrown. */
export async function openIfThere(path: string): Promise<OpenedFile | undefined> {
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

/** Writes a file so that readers see all of it or nothing, even after a crash. Makes the folders above it. */
export async function writeWhole(path: string, bytes: Uint8Array, { mode = 0o666 } = {}): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(unfinished, bytes, { flush: true, mode });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
