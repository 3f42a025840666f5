import { posix } from 'node:path';
import type { Source } from '../../form.ts';
import { asObject, type JsonObject, text, website } from '../values.ts';
import { withoutSlashes } from './address-tokens.ts';
import {
  type FindSystem,
  type FolderSystem,
  firstReason,
  hasBelow,
  isRepositoryNote,
  listRoots,
  nothing,
  type Place,
} from './folder.ts';
import { hugoAddresses, hugoListAddresses } from './hugo-addresses.ts';
import { readCascades } from './hugo-cascade.ts';
import { type ContentFolder, contentFolders, languagesOf, readHugoConfig } from './hugo-config.ts';
import { createPathFilter, listPatterns } from './patterns.ts';

const marker = /(^|\/)(?:(?:hugo|config)\.(?:toml|ya?ml|json)|config\/_default\/[^/]+\.(?:toml|ya?ml|json))$/;

/** Hugo: what is in the folders of content. */
export const findHugo: FindSystem = async (source) => {
  for (const root of listRoots(source, marker)) {
    const config = await readHugoConfig(source, root);
    const folders = contentFolders(config);
    const isHugo = folders.some(({ path }) => hasBelow(source, `${root}${path}/`)) || text(config.baseurl) !== '';
    if (isHugo && text(config.base_url) === '') return describe(source, root, folders, config);
  }
  const [root] = listRoots(source, /(^|\/)content\//).filter((one) => isLikeHugo(source, one));
  return root === undefined ? undefined : describe(source, root, contentFolders({}), {});
};

/** Without a configuration, folders tell. */
function isLikeHugo(source: Source, root: string) {
  const isOnlyContent = source.entries.every(
    ({ path }) => !path.startsWith(root) || path.startsWith(`${root}content/`),
  );
  return (
    isOnlyContent || ['archetypes/', 'layouts/', 'themes/', 'static/'].some((name) => hasBelow(source, root + name))
  );
}

async function describe(
  source: Source,
  root: string,
  folders: ContentFolder[],
  config: JsonObject,
): Promise<FolderSystem> {
  const taxonomies = asObject(config.taxonomies);
  const listOf = (name: string, usual: string) => (config.taxonomies ? text(taxonomies[name]) : usual);
  const listFolders = { category: listOf('category', 'categories'), tag: listOf('tag', 'tags') };
  return {
    tool: 'hugo',
    name: 'Hugo',
    root,
    config,
    title: text(config.title),
    url: withoutSlashes(website(config.baseurl)),
    base: URL.parse(text(config.baseurl))?.pathname ?? '',
    addressesOf: (file) => hugoAddresses(file, config),
    listAddresses: (kind, path) => (listFolders[kind] === '' ? [] : hugoListAddresses(listFolders[kind], path, config)),
    fieldsOf: await readCascades(source, root, folders, config),
    placeOf: placing(source, root, folders, config),
    breaksLines: isHardWrapped(config),
    marks: { emoji: config.enableemoji === true, definitions: true },
    publicFolders: [`${root}static/`, `${root}assets/`, ...folders.map(({ path }) => `${root}${path}/`)],
  };
}

function isHardWrapped({ markup }: JsonObject) {
  return asObject(asObject(asObject(markup).goldmark).renderer).hardWraps === true;
}

/** A bundle is a folder with an `index.md`: one page, whose other texts are its attachments. */
function listBundles({ entries }: Source, root: string) {
  const bundles = entries.filter(
    ({ path }) => path.startsWith(root) && /\/index(?:\.[\w-]+)?\.(?:md|markdown|html)$/i.test(path),
  );
  return new Set(bundles.map(({ path }) => posix.dirname(path)));
}

function placing(source: Source, root: string, folders: ContentFolder[], config: JsonObject) {
  const bundles = listBundles(source, root);
  const isIgnored = createPathFilter(listPatterns(config.ignorefiles));
  const off = new Set(languagesOf(config).flatMap(({ code, isOff }) => (isOff ? [code] : [])));
  return (key: string): Place => {
    const folder = folders.find(({ path }) => key.startsWith(`${root}${path}/`));
    if (!folder) return nothing(`不在 Hugo 的 ${folders.map(({ path }) => path).join('、')} 文件夹里，没有当作文章`);
    const contentRoot = `${root}${folder.path}`;
    const path = posix.join(folder.below, key.slice(contentRoot.length + 1));
    const [, code = folder.language] = /\.([A-Za-z]{2,3}(?:-\w+)?)\.\w+$/.exec(path) ?? [];
    const reason = firstReason(path, [
      [() => isIgnored(key) || isIgnored(`/${key}`), 'Hugo 的 ignoreFiles 让它不生成页面'],
      [isRepositoryNote, '说明文件，不是文章'],
      [() => off.has(code.toLowerCase()), '这种语言在 Hugo 里停用了'],
      [() => isAttachment(key, contentRoot, bundles), 'Hugo 里是另一页的附件，不是文章'],
    ]);
    if (reason) return nothing(reason);
    return { is: isPage(path) ? 'page' : 'post', path, language: folder.language };
  };
}

function isAttachment(key: string, contentRoot: string, bundles: Set<string>) {
  const folder = posix.dirname(key);
  const isIndex = /\/_?index(?:\.[\w-]+)?\.\w+$/i.test(key);
  for (let at = isIndex ? posix.dirname(folder) : folder; at.length > contentRoot.length; at = posix.dirname(at))
    if (bundles.has(at)) return true;
  return false;
}

/** Texts directly in the content folder, or in one for pages, stand alone. */
function isPage(path: string) {
  return /^(?:(?:pages?\/)?[^/]+|pages?\/[^/]+\/index\.[^/]+)$/.test(path) && !/^index\.[^/]+$/.test(path);
}
