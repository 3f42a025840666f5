import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { type ArticleMeta, datedName, fileName } from '../../../../content/markdown-files/fields.ts';
import { decodeText } from '../../../../content/markdown-files/read-text.ts';
import { chinaDay } from '../../../../platform/dates.ts';
import type { Source } from '../../form.ts';
import { findEntry } from '../find-entry.ts';
import { asList, asObject, type JsonObject, text, website } from '../values.ts';

export type Tool = 'hexo' | 'hugo' | 'jekyll' | 'other';

export type Site = {
  tool: Tool;
  title: string;
  url: string;
  /** Pattern of an article's address, with `:title` and the like; '' when the file does not say. */
  permalink: string;
  /** Folders of the lists of categories and tags; '' without such lists. */
  categories: string;
  tags: string;
};

/** Recognises the tool by its folders and reads its configuration. */
export async function readSite(source: Source): Promise<Site> {
  const tool = toolOf(source);
  const names = tool === 'hugo' ? hugoNames : ['_config.yml', '_config.yaml'];
  const config = tool === 'other' ? {} : await readConfig(source, names);
  const url = website(text(config.url) || text(config.baseURL) || text(config.baseurl)).replace(/(?<!\/)\/+$/, '');
  const patterns = asObject(config.permalinks);
  const permalink = text(config.permalink) || text(patterns.posts) || text(patterns.post);
  const lists = tool === 'hexo' || tool === 'hugo';
  return {
    tool,
    title: text(config.title),
    url,
    permalink,
    categories: lists ? text(config.category_dir) || 'categories' : '',
    tags: lists ? text(config.tag_dir) || 'tags' : '',
  };
}

const hugoNames = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) => [
  `${name}.toml`,
  `${name}.yaml`,
  `${name}.yml`,
]);

function toolOf({ entries }: Source): Tool {
  const has = (pattern: RegExp) => entries.some(({ path }) => pattern.test(path));
  if (has(/^source\/_posts\//)) return 'hexo';
  if (has(/^_posts\//)) return 'jekyll';
  return has(/^content\//) ? 'hugo' : 'other';
}

async function readConfig(source: Source, names: string[]): Promise<JsonObject> {
  const entry = findEntry(source, names);
  if (!entry) return {};
  try {
    const written = decodeText(await entry.read());
    return asObject(/\.toml$/.test(entry.path) ? parseToml(written) : parseYaml(written, { maxAliasCount: 50 }));
  } catch {
    return {}; // the front matter of articles is enough
  }
}

const jekyllStyles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/** The address of an article by the configured pattern; undefined when the pattern asks for more than is known. */
export function permalinkOf({ permalink }: Site, key: string, meta: ArticleMeta): string | undefined {
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
export async function readFriendLinks(source: Source) {
  const entry = findEntry(source, ['source/_data/link.yml', 'source/_data/link.yaml', 'source/_data/links.yml']);
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
