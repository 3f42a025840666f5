import type { Loss, Source } from '../../form.ts';
import type { FolderSystem } from './folder.ts';
import { placeOf } from './system.ts';

const formats: [RegExp, string][] = [
  [/\.org$/i, 'Org'],
  [/\.(?:adoc|asciidoc)$/i, 'AsciiDoc'],
  [/\.rst$/i, 'reStructuredText'],
  [/\.textile$/i, 'Textile'],
  [/\.html?$/i, 'HTML'],
];

/** Pages that themes fill, and files by which services know a site. */
const ofThemes =
  /(?:^|\/)(?:404|search|tags?|categor(?:y|ies)|archives?|feed|sitemap|robots|google[\da-f]+|baidu_verify[\w-]*)(?:\/index)?\.html?$/i;
const isStart = /^(?:[^/]*\/)?index\.html?$/i;

/** Names texts that lie where the system's posts do and are not Markdown. */
export function* unreadTexts({ entries }: Source, system: FolderSystem): Generator<Loss> {
  for (const { path } of entries) {
    const name = formats.find(([ending]) => ending.test(path))?.[1];
    if (name === undefined || ofThemes.test(path)) continue;
    const place = placeOf(system, path);
    if (place.is === 'nothing' || (name === 'HTML' && isStart.test(place.path)) || isPublic(path, system)) continue;
    yield {
      kind: 'loss',
      thing: '文件',
      place: path,
      reason: `是 ${name} 文件，这里只读 Markdown；转成 Markdown 再导一次`,
    };
  }
}

/** Whether a file is in a folder that is published as it is. */
function isPublic(path: string, { publicFolders, root }: FolderSystem) {
  return publicFolders.some((folder) => /(?:^|\/)public\/$/.test(folder.slice(root.length)) && path.startsWith(folder));
}
