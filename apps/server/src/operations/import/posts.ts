import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../../content/markdown-files/read-text.ts';
import { createReferences } from './readers/markdown/references.ts';

/** `key`: path in the folder with forward slashes, equal on every machine. */
export type SourceFile = { key: string; path: string };

/** Lists Markdown files recursively in a stable order, and symbolic links, which are not followed. */
export async function findFiles(folder: string, below = ''): Promise<{ files: SourceFile[]; links: string[] }> {
  const found: { files: SourceFile[]; links: string[] } = { files: [], links: [] };
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const key = below + entry.name;
    if (entry.isSymbolicLink()) found.links.push(key);
    else if (entry.isDirectory()) {
      const inner = await findFiles(folder, `${key}/`);
      found.files.push(...inner.files);
      found.links.push(...inner.links);
    } else if (/\.(?:md|markdown|mdx)$/i.test(entry.name)) found.files.push({ key, path: join(folder, key) });
  }
  return found;
}

export type Posts = ReturnType<typeof createPosts>;

/** Index for references among the imported files. */
export function createPosts(files: SourceFile[]) {
  return createReferences(files, async ({ path }) => (await readText(path)).text);
}
