import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Item, Reader, Source } from '../src/form.ts';

/** Writes an export to a file that ends with the test. */
export async function writeSource(content: string | Uint8Array, name = 'export.xml'): Promise<Source> {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  const bytes = Buffer.from(content);
  return { path, name, size: bytes.length, head: bytes.subarray(0, 64 * 1024), entries: [], refused: [] };
}

/** Everything that a reader yields for a file. */
export async function readAll(reader: Reader, source: Source): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of reader.read(source)) items.push(item);
  return items;
}

/** The items of one kind. */
export function only<Kind extends Item['kind']>(items: Item[], kind: Kind): Extract<Item, { kind: Kind }>[] {
  return items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind);
}
