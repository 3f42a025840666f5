import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path, { dirname, join } from 'node:path';

// A file is kept over a power cut once its content and its name are on the disk; the name is part of its folder.

/** Makes a folder with those above it; returns once the disk has them. */
export async function makeFolder(folder: string, { mode = 0o777 } = {}) {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined) return;
  for (const made of foldersMade(folder, first)) await sync(dirname(made));
}

/**
 * Lists the folders that `mkdir` has made, the deepest first; `first` is the one it returned. On Windows it returns that
 * one in another form: `\\?\C:\…`.
 */
export function foldersMade(folder: string, first: string, { dirname, resolve, toNamespacedPath } = path) {
  const made: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    made.push(at);
    if (toNamespacedPath(at) === toNamespacedPath(resolve(first)) || at === dirname(at)) return made;
  }
}

/** Writes a file whole or not at all, with the folders above it; returns once the disk has it. */
export async function writeWhole(path: string, bytes: Uint8Array, { mode = 0o666 } = {}): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`;
  await makeFolder(dirname(path));
  try {
    await writeFile(unfinished, bytes, { mode });
    await putInPlace(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Gives a finished file, or a folder of files, its final name; returns once the disk has all of it. */
export async function putInPlace(unfinished: string, path: string) {
  await syncAll(unfinished);
  await rename(unfinished, path);
  await sync(dirname(path));
}

/** `putInPlace` of a file for work that nothing may come between. */
export function putInPlaceSync(unfinished: string, path: string) {
  syncNow(unfinished);
  renameSync(unfinished, path);
  if (process.platform !== 'win32') syncNow(dirname(path));
}

/** Windows syncs only what is open for writing. */
const flag = process.platform === 'win32' ? 'r+' : 'r';

async function syncAll(path: string) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined); // a file has none
  for (const entry of entries ?? []) if (!entry.isSymbolicLink()) await syncAll(join(path, entry.name));
  await (entries ? sync(path) : syncFile(path));
}

async function syncFile(path: string) {
  const file = await open(path, flag);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Folders cannot be opened on Windows, which keeps their names by itself. */
async function sync(folder: string) {
  if (process.platform !== 'win32') await syncFile(folder);
}

function syncNow(path: string) {
  const file = openSync(path, flag);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
