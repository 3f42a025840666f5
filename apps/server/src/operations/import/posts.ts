import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { datedName, fileAddress, fileName, readFields } from '../../content/markdown-files/fields.ts';
import { splitFrontMatter } from '../../content/markdown-files/front-matter.ts';
import { readText } from '../../content/markdown-files/read-text.ts';
import type { FindPost } from '../../content/markdown-files/template-tags.ts';

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
  const byKey = new Map(files.map((file) => [file.key, file]));
  const byName = new Map<string, SourceFile>();
  for (const file of files) {
    byName.set(fileName(file.key), file);
    const slug = datedName(fileName(file.key))?.slug;
    if (slug) byName.set(slug, file);
  }
  let titles: Promise<Map<string, string>> | undefined;

  return {
    /** Resolves a name or path; reads titles on first use. */
    async finder(text: string): Promise<FindPost> {
      if (/post_link/.test(text)) titles ??= readTitles(files);
      const known = await titles;
      return (name) => {
        const file = byKey.get(name.replace(/^\//, '')) ?? byName.get(fileName(`${name.replace(/\.\w+$/, '')}.md`));
        return file && { address: fileAddress(file.key), title: known?.get(file.key) ?? '' };
      };
    },

    /** Rewrites links to other files as links to their addresses. */
    relink: (text: string, key: string) =>
      text.replace(
        /\]\(\s*<?([^()\s<>:#]+\.(?:md|markdown|mdx))(#[^\s()<>]*)?>?((?:\s+"[^"\n]*")?)\s*\)/gi,
        (all, path: string, anchor = '', caption = '') => {
          const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(key), decoded(path));
          return byKey.has(target) ? `](${encodeURI(fileAddress(target))}${anchor}${caption})` : all;
        },
      ),
  };
}

async function readTitles(files: SourceFile[]) {
  const titles = new Map<string, string>();
  for (const { key, path } of files) titles.set(key, await readTitle(path));
  return titles;
}

function readTitle(path: string) {
  return readText(path).then(
    ({ text }) => readFields(splitFrontMatter(text).fields ?? {}).title,
    () => '', // reported when it is this file's turn
  );
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
