import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { Item, Reader, Source } from '../src/form.ts';
import { only, writeSource } from './write-source.ts';

/** Folder of real files of other systems; tests of them are skipped without it. */
export const samples = process.env.IMPORT_SAMPLES;

export type Result = { items: Item[]; losses: string[]; error: string | undefined };

/** Path of an empty file for a program that writes one itself; ends with the test. */
export async function emptyFile(name: string) {
  return (await writeSource('', name)).path;
}

/** Opens a file as an uploaded source. */
export async function sourceOf(path: string): Promise<Source> {
  const { size } = await stat(path);
  const file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
  await file.close();
  return { path, name: basename(path), size, head: buffer.subarray(0, bytesRead), entries: [], refused: [] };
}

/** Several files as entries of one zip. */
export async function sourceOfFiles(paths: string[]): Promise<Source> {
  const entries = await Promise.all(
    paths.map(async (path) => ({
      path: basename(path),
      size: (await stat(path)).size,
      modifiedAt: 0,
      read: () => readFile(path),
      open: async () => createReadStream(path),
    })),
  );
  return { path: '', name: 'files.zip', size: 0, head: Buffer.alloc(0), entries, refused: [] };
}

/** Reads to the end or to the error, with losses as `thing｜place｜reason`. */
export async function readSource(reader: Reader, source: Source): Promise<Result> {
  const items: Item[] = [];
  const losses: string[] = [];
  let error: string | undefined;
  try {
    for await (const item of reader.read(source))
      if (item.kind === 'loss') losses.push(`${item.thing}｜${item.place}｜${item.reason}`);
      else items.push(item);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  return { items, losses, error };
}

/** Items of one kind. */
export function ofKind<Kind extends Item['kind']>({ items }: Result, kind: Kind) {
  return only(items, kind);
}
