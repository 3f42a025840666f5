import { posix } from 'node:path';
import { datedName, fileAddress, fileName, readFields } from '../../../../content/markdown-files/fields.ts';
import { splitFrontMatter } from '../../../../content/markdown-files/front-matter.ts';
import type { FindPost } from '../../../../content/markdown-files/template-tags.ts';

export type References = ReturnType<typeof createReferences>;

/** Index for references among Markdown files; `key` is the path of a file with forward slashes. */
export function createReferences<File extends { key: string }>(files: File[], read: (file: File) => Promise<string>) {
  const byKey = new Map(files.map((file) => [file.key, file]));
  const byName = new Map<string, File>();
  for (const file of files) {
    byName.set(fileName(file.key), file);
    const slug = datedName(fileName(file.key))?.slug;
    if (slug) byName.set(slug, file);
  }
  let titles: Promise<Map<string, string>> | undefined;

  return {
    /** Resolves a name or path; reads titles on first use. */
    async finder(text: string): Promise<FindPost> {
      if (/post_link/.test(text)) titles ??= readTitles(files, read);
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

async function readTitles<File extends { key: string }>(files: File[], read: (file: File) => Promise<string>) {
  const titles = new Map<string, string>();
  for (const file of files) titles.set(file.key, await read(file).then(titleIn, () => ''));
  return titles;
}

function titleIn(text: string) {
  try {
    return readFields(splitFrontMatter(text).fields ?? {}).title;
  } catch {
    return ''; // reported when this file is read itself
  }
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
