import type { Source } from '../../form.ts';
import { type FolderSystem, isRepositoryNote, listRoots, nothing, type Place } from './folder.ts';

/** Other generators by their configuration, with the folders that they publish. */
const generators: { name: string; marker: RegExp; folders: string[] }[] = [
  { name: 'Docusaurus', marker: /(^|\/)docusaurus\.config\.\w+$/, folders: ['blog/', 'docs/', 'src/pages/'] },
  {
    name: 'Astro',
    marker: /(^|\/)astro\.config\.\w+$/,
    folders: ['src/content/', 'src/pages/', 'src/data/', 'src/posts/', 'content/'],
  },
  { name: 'Gatsby', marker: /(^|\/)gatsby-config\.\w+$/, folders: ['content/', 'blog/', 'posts/', 'src/'] },
  { name: 'Zola', marker: /(^|\/)config\.toml$/, folders: ['content/'] },
  { name: 'MkDocs', marker: /(^|\/)mkdocs\.ya?ml$/, folders: ['docs/'] },
  { name: 'Quartz', marker: /(^|\/)quartz\.config\.\w+$/, folders: ['content/'] },
  { name: 'Pelican', marker: /(^|\/)pelicanconf\.py$/, folders: ['content/'] },
  { name: 'Logseq', marker: /(^|\/)logseq\/config\.edn$/, folders: ['pages/', 'journals/'] },
];

/** Folders of programs, and of what they make. */
const ofPrograms =
  /(?:^|\/)(?:node_modules|scaffolds|archetypes|themes|layouts|_layouts|_includes|_site|public|dist|build|vendor|__tests__)\//i;
const templates = /(?:^|\/)[_\d\s.-]*(?:templates?|模[板版])\//i;

/** Markdown files of any other system, or of none. */
export function describePlain(source: Source): FolderSystem {
  const generator = findGenerator(source);
  const folders = generator?.folders ?? [];
  return {
    tool: 'other',
    name: generator?.name ?? 'Markdown',
    root: '',
    config: {},
    title: '',
    url: '',
    base: '',
    placeOf: (key): Place => {
      if (folders.length > 0 && !folders.some((folder) => key.startsWith(folder)))
        return nothing(`不在 ${generator?.name} 的 ${folders.join('、')} 里，没有当作文章`);
      const path = key;
      if (ofPrograms.test(path)) return nothing('在程序自己的文件夹里，没有当作文章');
      if (templates.test(path)) return nothing('在模板的文件夹里，没有当作文章');
      if (/\.excalidraw\.md$/i.test(path)) return nothing('画板，不是文章');
      if (isRepositoryNote(path) && !path.includes('/')) return nothing('说明文件，不是文章');
      return { is: 'post', path };
    },
    whyNoArticle: ({ key, fields }) =>
      fields === undefined && isRepositoryNote(key) ? '说明文件，不是文章' : undefined,
    hasNotes: true,
    marks: { emoji: true, definitions: true, notes: true, scripts: true },
    publicFolders: [],
  };
}

/** A generator with those of its folders that are there. */
function findGenerator(source: Source) {
  for (const { name, marker, folders } of generators) {
    for (const root of listRoots(source, marker)) {
      const present = folders.map((folder) => root + folder).filter((folder) => hasTexts(source, folder));
      if (present.length > 0) return { name, folders: present };
    }
  }
  return undefined;
}

function hasTexts({ entries }: Source, folder: string) {
  return entries.some(({ path }) => path.startsWith(folder) && /\.(?:md|markdown|mdx)$/i.test(path));
}
