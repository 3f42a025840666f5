import type { Source } from '../../form.ts';
import { depth, type FolderSystem, type Place } from './folder.ts';
import { findHexo } from './hexo.ts';
import { findHugo } from './hugo.ts';
import { findJekyll } from './jekyll.ts';
import { findObsidian } from './obsidian.ts';
import { describePlain } from './plain.ts';
import { findVuePress } from './vuepress.ts';

export const isMarkdown = /\.(?:md|markdown|mdx)$/i;

/** Recognise a blog system by its folders or configuration; the systems hardest to mistake come first. */
const finders = [findHexo, findHugo, findVuePress, findJekyll, findObsidian];

/** Recognises the system of a folder: the one whose root is nearest to the top. */
export async function findSystem(source: Source): Promise<FolderSystem> {
  const found = await Promise.all(finders.map((find) => find(source)));
  const systems = found
    .filter((system) => system !== undefined)
    .sort((one, other) => depth(one.root) - depth(other.root));
  return systems.find((system) => explains(system, source)) ?? describePlain(source);
}

/** Whether a system has articles, and is not a folder in the midst of others. */
function explains({ root, placeOf }: FolderSystem, { entries }: Source) {
  const texts = entries.filter(({ path }) => isMarkdown.test(path));
  const below = texts.filter(({ path }) => path.startsWith(root)).length;
  return below * 2 >= texts.length && texts.some(({ path }) => placeOf(path).is !== 'nothing');
}

const unfinished = /(?:^|\/)_?(?:drafts?|草稿箱?|private|私密|私人|wip|未完成|未发布|回收站|trash)\//i;

/** Place of a file; one in a folder named for unfinished texts is not public. */
export function placeOf(system: FolderSystem, key: string): Place {
  const place = system.placeOf(key);
  if (place.is === 'nothing' || place.hidden !== undefined) return place;
  const [folder] = unfinished.exec(place.path) ?? [];
  return folder ? { ...place, hidden: `在文件夹 ${folder.replaceAll('/', '')} 里，收为草稿` } : place;
}
