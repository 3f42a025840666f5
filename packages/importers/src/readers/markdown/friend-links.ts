import type { Fields } from '@mojian/foreign-files/markdown/front-matter';
import { decodeText } from '@mojian/foreign-files/read-text';
import { readYaml } from '@mojian/foreign-files/yaml';
import { passagesOf } from '@mojian/markdown/text';
import type { Source } from '../../form.ts';
import { asList, asObject, type JsonObject, text } from '../values.ts';
import { type FolderSystem, parseConfig } from './folder.ts';

export type FriendLink = { group: string; name: string; url: string; avatar: string; intro: string };

const dataFile = /^(?:links?|friends?|f-?links?|friend-?_?links?)(?:\/[^/]+)?\.(?:ya?ml|json|toml)$/i;
const dataFolders: Partial<Record<FolderSystem['tool'], string>> = { hugo: 'data/', jekyll: '_data/' };
const mostLinks = 1000;
const largestData = 1024 * 1024;

/** Reads friend links from the data files and configurations of themes. */
export async function readFriendLinks(source: Source, system: FolderSystem): Promise<FriendLink[]> {
  const { tool, root, config, publicFolders } = system;
  const folder =
    tool === 'hexo' ? `${publicFolders[0] ?? 'source/'}_data/` : root + (dataFolders[tool] ?? 'source/_data/');
  const found: FriendLink[] = [];
  for (const { path, size, read } of source.entries) {
    const isData = path.startsWith(folder) && dataFile.test(path.slice(folder.length));
    const isTheme = tool === 'hexo' && isThemeConfig(path, root, text(config.theme));
    if (size > largestData || !(isData || isTheme)) continue;
    const written = await read().then(decodeText, () => '');
    found.push(...linksOfFile(path, written, isTheme));
  }
  if (tool === 'hexo') found.push(...linksIn(asObject(config.theme_config).links));
  return uniqueLinks(found);
}

function isThemeConfig(path: string, root: string, theme: string) {
  return (
    /^_config\.[\w-]+\.ya?ml$/i.test(path.slice(root.length)) ||
    (theme !== '' && path === `${root}themes/${theme}/_config.yml`)
  );
}

function linksOfFile(path: string, written: string, isTheme: boolean) {
  try {
    const value = /\.toml$/i.test(path) ? parseConfig(path, written) : readYaml(written);
    return linksIn(isTheme ? asObject(value).links : value);
  } catch {
    return []; // not as the theme wants it, which would show nothing either
  }
}

const flink = { opening: /\{%\s*flink\s*%\}/g, closing: /\{%\s*endflink\s*%\}/g };
const shortcode = /\{\{[<%]\s*(?:friends?|f?links?|friend-?link)\s([^{}]*)[>%]\}\}/g;
const attribute = /(?<!\w)(\w+)\s*=\s*"([^"]*)"/g;

/** Friend links that a page has in its front matter, in Butterfly's tag, or one in each shortcode. */
export function writtenFriends(fields: Fields, body: string): FriendLink[] {
  const inTags = passagesOf(body, flink).flatMap(({ inner }) => linksOfFile('flink.yml', inner, false));
  const inCodes = [...body.matchAll(shortcode)].flatMap(([, written = '']) =>
    linksIn(
      Object.fromEntries(
        [...written.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
      ),
    ),
  );
  const inFields = ['links', 'link', 'friends', 'flinks', 'link_list'].flatMap((name) => linksIn(fields[name]));
  return uniqueLinks([...inFields, ...inTags, ...inCodes]);
}

function uniqueLinks(links: FriendLink[]) {
  return [...new Map(links.map((link) => [link.url, link])).values()].slice(0, mostLinks);
}

const names = {
  url: ['link', 'url', 'href', 'site', 'website', 'siteurl'],
  name: ['name', 'title', 'nickname', 'sitename', 'text'],
  avatar: ['avatar', 'logo', 'icon', 'cover', 'image', 'img', 'pic', 'screenshot'],
  intro: ['descr', 'description', 'desc', 'intro', 'slogan', 'bio', 'word', 'summary'],
  group: ['class_name', 'group', 'groupname', 'group_name', 'class', 'name', 'title'],
};
/** Names of lists that say nothing of who is in them. */
const anyList = /^(?:links?|link_list|items|friends?|list|data|sites|flinks?|children)$/i;
const deepest = 5;

/** Finds friend links in data, however nested: entries with an address and a name, and `Name: address`. */
function linksIn(value: unknown, group = '', depth = 0): FriendLink[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) return asList(value).flatMap((one) => linksIn(one, group, depth + 1));
  const fields = asObject(value);
  const [url, name] = [firstOf(fields, names.url), firstOf(fields, names.name)];
  if (isWeb(url) && name)
    return [{ group, name, url, avatar: firstOf(fields, names.avatar), intro: firstOf(fields, names.intro) }];
  const own = firstOf(fields, names.group) || group;
  return Object.entries(fields).flatMap(([key, inner]) => {
    const isNamed = isWeb(text(inner)) && !Object.values(names).flat().includes(key.toLowerCase());
    if (isNamed) return [{ group: own, name: key, url: text(inner), avatar: '', intro: '' }];
    return typeof inner === 'object' ? linksIn(inner, anyList.test(key) ? own : key, depth + 1) : [];
  });
}

function firstOf(fields: JsonObject, wanted: string[]) {
  return wanted.map((name) => text(fields[name])).find(Boolean) ?? '';
}

function isWeb(url: string) {
  return /^https?:\/\/\S+$/.test(url);
}
