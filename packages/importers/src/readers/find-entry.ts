import { posix } from 'node:path';
import type { Source, SourceEntry } from '../form.ts';

type Index = { byPath: Map<string, SourceEntry>; byName: Map<string, SourceEntry[]> };

const indices = new WeakMap<SourceEntry[], Index>();

function indexOf(entries: SourceEntry[]): Index {
  const known = indices.get(entries);
  if (known) return known;
  const index: Index = { byPath: new Map(), byName: new Map() };
  for (const entry of entries) {
    index.byPath.set(entry.path, entry);
    const name = nameOf(entry.path);
    const same = index.byName.get(name);
    if (same) same.push(entry);
    else index.byName.set(name, [entry]);
  }
  indices.set(entries, index);
  return index;
}

function nameOf(path: string) {
  return posix.basename(path).normalize('NFC').toLowerCase();
}

/** Finds the first of some paths. */
export function findEntry({ entries }: Source, paths: string[]): SourceEntry | undefined {
  const { byPath } = indexOf(entries);
  return paths.map((path) => byPath.get(path.normalize('NFC'))).find((entry) => entry !== undefined);
}

/** Finds an entry whose path ends with another one, such as `images/a.png` in `backup/content/images/a.png`. */
export function findEntryBelow({ entries }: Source, path: string): SourceEntry | undefined {
  const wanted = path.replace(/^\/+/, '').normalize('NFC');
  const same = indexOf(entries).byName.get(nameOf(wanted)) ?? [];
  return same.find((entry) => entry.path === wanted || entry.path.endsWith(`/${wanted}`));
}

/** Finds the only entry of that name anywhere, as note apps omit folders. */
export function findOnlyNamed({ entries }: Source, path: string): SourceEntry | undefined {
  const same = indexOf(entries).byName.get(nameOf(path)) ?? [];
  return same.length === 1 ? same[0] : undefined;
}

/** Decodes an address and takes away its query and anchor. */
export function pathOfAddress(address: string) {
  const plain = address.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
