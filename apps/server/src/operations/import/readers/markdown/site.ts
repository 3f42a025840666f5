import { parse as parseYaml } from 'yaml';
import { type ArticleMeta, datedName, fileName } from '../../../../content/markdown-files/fields.ts';
import { decodeText } from '../../../../content/markdown-files/read-text.ts';
import { chinaDay } from '../../../../platform/dates.ts';
import type { Source } from '../../form.ts';
import { findEntry } from '../find-entry.ts';
import { asList, asObject, type JsonObject, text } from '../values.ts';
import type { FolderSystem, Tool } from './folder.ts';

const jekyllStyles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/** The address of an article by the configured pattern; undefined when the pattern asks for more than is known. */
export function permalinkOf({ permalink }: FolderSystem, key: string, meta: ArticleMeta): string | undefined {
  const pattern = jekyllStyles[permalink] ?? permalink;
  if (!pattern.includes(':')) return undefined;
  const named = datedName(fileName(key));
  const date = meta.date ?? named?.date;
  const [year, month, day] = date === undefined ? [] : chinaDay(date).split('-');
  const slug = meta.slug || named?.slug || fileName(key);
  const known: Record<string, string | undefined> = {
    year,
    month,
    day,
    i_month: month && String(Number(month)),
    i_day: day && String(Number(day)),
    short_year: year?.slice(2),
    title: key.replace(/^source\/_posts\/|^_posts\/|\.\w+$/g, '').replace(/^\d{4}-\d{1,2}-\d{1,2}-/, ''),
    name: fileName(key),
    post_title: meta.title,
    slug,
    filename: fileName(key),
    category: meta.category ?? '',
    categories: [meta.category, ...meta.otherCategories].filter(Boolean).join('/'),
    abbrlink: meta.abbrlink || undefined,
  };
  const filled = pattern.replace(/:([a-z_]+)/g, (all, name: string) => known[name] ?? all);
  return filled.includes(':') ? undefined : `/${filled}`.replace(/\/{2,}/g, '/');
}

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
