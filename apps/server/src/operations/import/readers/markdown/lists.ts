import { parse as parseYaml } from 'yaml';
import { decodeText } from '../../../../content/markdown-files/read-text.ts';
import type { Source } from '../../form.ts';
import { findEntry } from '../find-entry.ts';
import { asList, asObject, type JsonObject, text } from '../values.ts';
import type { FolderSystem, Tool } from './folder.ts';

export type Branch = { name: string; parent: string | null; path: string };

/** Reads Hexo's nested and parallel categories: `[a, b]` is b within a, `[[a, b], [c]]` is that and c beside it. */
export function branchesOf(written: unknown, tool: Tool): Branch[] {
  const lists = asList(written);
  const chains = lists.some(Array.isArray) ? lists.map((one) => [one].flat(9).map(text)) : [lists.map(text)];
  const nested = tool === 'hexo' ? chains : chains.flat().map((name) => [name]);
  return nested.flatMap((chain) => {
    const names = chain.filter(Boolean);
    return names.map((name, at) => ({ name, parent: names[at - 1] ?? null, path: names.slice(0, at + 1).join('/') }));
  });
}

/** Friend links of the theme Butterfly: `source/_data/link.yml`. */
export async function readFriendLinks(source: Source, { publicFolders: [folder = 'source/'] }: FolderSystem) {
  const entry = findEntry(
    source,
    ['link.yml', 'link.yaml', 'links.yml'].map((name) => `${folder}_data/${name}`),
  );
  if (!entry) return [];
  try {
    const groups = asList(parseYaml(decodeText(await entry.read()), { maxAliasCount: 50 })).map(asObject);
    return groups.flatMap((group) =>
      asList(group.link_list)
        .map(asObject)
        .map((link) => ({ group: text(group.class_name), ...namedLink(link) })),
    );
  } catch {
    return [];
  }
}

function namedLink({ name, link, avatar, descr }: JsonObject) {
  return { name: text(name), url: text(link), avatar: text(avatar), intro: text(descr) };
}
