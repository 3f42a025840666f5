import { type Loss, type Source, type SourceEntry, UnreadableSource } from '@mojian/importers/form';
import { findEntry } from '@mojian/importers/readers/find-entry';
import { ZodError } from 'zod';
import { markerName } from '../../../content-export/export-content.ts';

const largest = 32 * 1024 * 1024;

/** The folder of the marker: the root, or one within a zip of the folder. */
export function rootOf({ entries }: Source) {
  const found = entries.find(({ path }) => path.endsWith(markerName) && path.split('/').length <= 2);
  const root = found?.path.slice(0, -markerName.length);
  return root === undefined || (root !== '' && !root.endsWith('/')) ? undefined : root;
}

/** Files of an export by their path in it. */
export type Files = {
  paths: string[];
  read: (path: string) => Promise<string | undefined>;
  entry: (path: string) => SourceEntry | undefined;
};

export function filesOf(source: Source): Files {
  const root = rootOf(source) ?? '';
  const entry = (path: string) => findEntry(source, [root + path]);
  const inside = source.entries.filter(({ path }) => path.startsWith(root));
  return {
    entry,
    paths: inside.map(({ path }) => path.slice(root.length)).sort(),
    async read(path) {
      const found = entry(path);
      if (!found) return undefined;
      if (found.size > largest) throw new Error(`${path} 太大`);
      return (await found.read()).toString('utf8');
    },
  };
}

export function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableSource(`${name} 不是 JSON`);
  }
}

export function lossOf(path: string, error: unknown): Loss {
  const reason =
    error instanceof ZodError ? `front matter 的 ${error.issues[0]?.path.join('.')} 不对` : (error as Error).message;
  return { kind: 'loss', thing: '文件', place: path, reason };
}
