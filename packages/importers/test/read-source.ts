import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item, SourceEntry } from '../src/form.ts';
import { recognize } from '../src/recognize.ts';
import { openSource } from '../src/source.ts';

type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;

/** Reads a file as an upload of that name: recognised, opened, read to its end or fault. */
export async function readSource(name: string, content: string | Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-reader-'));
  try {
    const path = join(folder, 'upload');
    await writeFile(path, content);
    return await readSourceAt(path, name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function readSourceAt(path: string, name?: string) {
  const source = await openSource(path, name === undefined ? {} : { name });
  try {
    const recognized = await recognize(source);
    if (typeof recognized === 'string') throw new Error(recognized);
    const items: Item[] = [];
    const fault = await collect(recognized.reader.read(recognized.source), items);
    const findEntry = (address: string, base: string) =>
      recognized.reader.findPicture?.(recognized.source, address, base);
    const findPicture = (address: string, base = '') => (findEntry(address, base) as SourceEntry | undefined)?.path;
    const pictures = items.flatMap((item) =>
      item.kind === 'article' && item.cover ? [[item.cover, findPicture(item.cover, item.base)]] : [],
    );
    const of = <Kind extends Item['kind']>(kind: Kind) =>
      items.filter((item): item is ItemOf<Kind> => item.kind === kind);
    return { reader: recognized.reader.id, items, of, fault, findPicture, covers: Object.fromEntries(pictures) };
  } finally {
    await source.close();
  }
}

async function collect(read: AsyncIterable<Item>, items: Item[]) {
  try {
    for await (const item of read) items.push(item);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
