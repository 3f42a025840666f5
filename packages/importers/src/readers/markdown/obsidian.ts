import type { Source } from '../../form.ts';
import { text } from '../values.ts';
import { withoutSlashes } from './address-tokens.ts';
import {
  type FindSystem,
  firstReason,
  isRepositoryNote,
  listRoots,
  nothing,
  type Place,
  readConfig,
} from './folder.ts';

/** Obsidian: all notes of a vault but templates and drawings. */
export const findObsidian: FindSystem = async (source) => {
  const [root] = listRoots(source, /(^|\/)\.obsidian\//);
  if (root === undefined) return undefined;
  return {
    tool: 'obsidian',
    name: 'Obsidian',
    root,
    config: {},
    title: '',
    url: '',
    base: '',
    placeOf: placing(root, await listTemplates(source, root)),
    whyNoArticle: ({ fields = {} }) => {
      const plugin = Object.keys(fields).find((name) => /^(?:excalidraw|kanban|tldraw)-(?:plugin|file)$/.test(name));
      return plugin && '画板，不是文章';
    },
    hasNotes: true,
    breaksLines: (await readConfig(source, [`${root}.obsidian/app.json`])).strictLineBreaks !== true,
    marks: { notes: true },
    publicFolders: [root],
  };
};

/** Folders and files from which notes are made, by the settings of the plugins that make them. */
async function listTemplates(source: Source, root: string) {
  const read = (name: string) => readConfig(source, [`${root}.obsidian/${name}`]);
  const { folder } = await read('templates.json');
  const { templates_folder: templater } = await read('plugins/templater-obsidian/data.json');
  const { template } = await read('daily-notes.json');
  return [folder, templater, template].map((one) => withoutSlashes(text(one))).filter(Boolean);
}

const templateFolder = /(?:^|\/)[_\d\s.-]*(?:templates?|模[板版])\//i;

function placing(root: string, templates: string[]) {
  return (key: string): Place => {
    if (!key.startsWith(root)) return nothing(`不在 Obsidian 的仓库 ${root} 里，没有当作文章`);
    const path = key.slice(root.length);
    const bare = path.replace(/\.\w+$/, '');
    const isTemplate = templates.some((one) => path.startsWith(`${one}/`) || bare === one || path === one);
    const reason = firstReason(path, [
      [() => isTemplate || templateFolder.test(path), '笔记的模板，不是文章'],
      [(one) => /(?:^|\/)\./.test(one), 'Obsidian 自己的文件，不是文章'],
      [(one) => /\.excalidraw\.md$/i.test(one), '画板，不是文章'],
      [isRepositoryNote, '说明文件，不是文章'],
    ]);
    return reason ? nothing(reason) : { is: 'post', path };
  };
}
