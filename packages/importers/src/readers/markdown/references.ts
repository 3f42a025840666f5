import { posix } from 'node:path';
import { datedName, fileAddress, fileName } from '@mojian/foreign-files/markdown/fields';
import type { FindPost } from '@mojian/foreign-files/markdown/template-rule';

export type References = ReturnType<typeof createReferences>;

type Known = { titles?: ReadonlyMap<string, string>; hidden?: ReadonlySet<string> };

/** Index for references among Markdown files; `key` is the path of a file with forward slashes. */
export function createReferences<File extends { key: string }>(files: File[], { titles, hidden }: Known = {}) {
  const byKey = new Map(files.map((file) => [file.key, file]));
  const byName = new Map<string, File>();
  for (const file of files) {
    byName.set(fileName(file.key), file);
    const slug = datedName(fileName(file.key))?.slug;
    if (slug) byName.set(slug, file);
  }
  /** Resolves a name or path. */
  const findPost: FindPost = (name) => {
    const file = byKey.get(name.replace(/^\//, '')) ?? byName.get(fileName(`${name.replace(/\.\w+$/, '')}.md`));
    return file && { address: fileAddress(file.key), title: titles?.get(file.key) ?? '' };
  };

  return {
    findPost,

    /** Resolves the name or path of a note that readers may see. */
    findNote: (name: string) => {
      const bare = name.replace(/^\.?\/|\.md$/gi, '');
      const file = byKey.get(`${bare}.md`) ?? byName.get(bare.replace(/^.*\//, ''));
      if (!file || hidden?.has(file.key)) return undefined;
      return { address: fileAddress(file.key), title: titles?.get(file.key) ?? '' };
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

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
