import type { Fields } from '@mojian/foreign-files/markdown/front-matter';
import type { Source } from '../../form.ts';
import { asList, asObject, type JsonObject, text, website } from '../values.ts';
import { listOf, withoutSlashes } from './address-tokens.ts';
import {
  type FindSystem,
  type FolderSystem,
  firstReason,
  hasBelow,
  isRepositoryNote,
  listRoots,
  nothing,
  type Place,
  readConfig,
} from './folder.ts';
import { jekyllAddresses, jekyllCategories, splitWords } from './jekyll-addresses.ts';
import { listPatterns, matchesAny } from './patterns.ts';

/** Jekyll: `_posts`, `_drafts`, collections that are rendered, and pages, which have front matter. */
export const findJekyll: FindSystem = async (source) => {
  for (const root of listRoots(source, /(^|\/)_config\.ya?ml$/)) {
    const config = await readConfig(source, [`${root}_config.yml`, `${root}_config.yaml`]);
    const folder = folderOf(root, config);
    if (isJekyll(source, root, folder, config)) return describe(root, folder, config);
  }
  const [root] = listRoots(source, /(^|\/)_posts\//);
  return root === undefined ? undefined : describe(root, root, {});
};

function folderOf(root: string, config: JsonObject) {
  const name = withoutSlashes(text(config.source));
  return name ? `${root}${name}/` : root;
}

function isJekyll(
  source: Source,
  root: string,
  folder: string,
  { collections, theme, remote_theme: remote }: JsonObject,
) {
  const isNamed = [`${folder}_layouts/`, `${folder}_includes/`, `${folder}_posts/`, `${root}Gemfile`];
  const { entries } = source;
  const hasPosts = entries.some(
    ({ path }) => path.startsWith(folder) && /(?:^|\/)_posts\//.test(path.slice(folder.length)),
  );
  return hasPosts || isNamed.some((name) => hasBelow(source, name)) || Boolean(collections ?? theme ?? remote);
}

function describe(root: string, folder: string, config: JsonObject): FolderSystem {
  return {
    tool: 'jekyll',
    name: 'Jekyll',
    root,
    config,
    title: text(config.title),
    url: `${withoutSlashes(website(config.url))}${website(config.url) && text(config.baseurl).replace(/(?<!\/)\/+$/, '')}`,
    base: text(config.baseurl),
    addressesOf: (file) => jekyllAddresses(file, config),
    placeOf: createPlaceFinder(folder, config),
    fieldsOf: createFieldsReader(folder, config),
    whyNoArticle: ({ key, fields, body, isPage }) => {
      if (isPage && fields === undefined) return '没有文件头，Jekyll 不生成页面';
      return isPage && isTemplate.test(body) && !isTakenDespiteTemplate.test(key)
        ? '由模板生成的页面，没有自己的正文'
        : undefined;
    },
    breaksLines: asObject(config.kramdown).hard_wrap === true,
    marks: { emoji: listPatterns(config.plugins ?? config.gems).includes('jemoji'), definitions: true },
    publicFolders: [folder, `${folder}assets/`],
  };
}

/** Liquid that fills a page from the site's data, and scripts. */
const isTemplate =
  /\{%-?\s*(?:for|if|unless|case|assign|capture|include|paginate)\b|\{\{-?\s*(?:site|page|paginator|content|post|tag)\b(?!\.(?:base)?url\s*-?\}\})|^[ \t]*<script\b/m;

/** Pages with text of their own, which are imported although they contain template tags; the tags are reported on their own. */
const isTakenDespiteTemplate = /(?:^|\/)(?:about|me|links?|friends?|contact|privacy)(?:\/index)?\.\w+$/i;

const alwaysExcluded = ['Gemfile', 'Gemfile.lock', 'node_modules', 'vendor', '.sass-cache', '.jekyll-cache', '_site'];
const dated = /^\d{2,4}-\d{1,2}-\d{1,2}-[^/]+$/;

function createPlaceFinder(folder: string, config: JsonObject) {
  const excluded = [...alwaysExcluded, ...namesIn(config.exclude)];
  const included = namesIn(config.include);
  const placeInCollection = createCollectionFinder(config);
  const isInternal = (path: string) => path.split('/').some((name) => /^[_.#~]/.test(name) && !included.includes(name));
  const placeOther = (path: string): Place =>
    isInternal(path) ? nothing('在 Jekyll 不生成页面的文件夹里，没有当作文章') : { is: 'page', path };
  return (key: string): Place => {
    const path = key.slice(folder.length);
    const reason = firstReason(path, [
      [() => !key.startsWith(folder), `不在 Jekyll 的 ${folder} 里，没有当作文章`],
      [() => isIn(path, excluded) && !isIn(path, included), 'Jekyll 的 exclude 让它不生成页面'],
      [isRepositoryNote, '说明文件，不是文章'],
    ]);
    if (reason) return nothing(reason);
    return placePost(path) ?? placeInCollection(path) ?? placeOther(path);
  };
}

function namesIn(value: unknown) {
  return listPatterns(value).map((one) => one.replace(/^\/|\/$/g, ''));
}

function isIn(path: string, names: string[]) {
  return names.some((name) => path === name || path.startsWith(`${name}/`)) || matchesAny(path, names);
}

function placePost(path: string): Place | undefined {
  const [, posts, below = ''] = /(?:^|\/)_(posts|drafts)\/(.*)$/.exec(path) ?? [];
  if (posts === 'drafts') return { is: 'post', path, hidden: '在 _drafts 里，收为草稿' };
  if (!posts) return undefined;
  return dated.test(below.split('/').at(-1) ?? '')
    ? { is: 'post', path }
    : nothing('文件名里没有日期，Jekyll 不当作文章');
}

/** Places documents of collections: they have pages where the collection's `output` says so. */
function createCollectionFinder(config: JsonObject) {
  const folder = withoutSlashes(text(config.collections_dir));
  const start = folder && `${folder}/`;
  const collections = collectionsOf(config);
  return (path: string): Place | undefined => {
    const [, name = ''] = (path.startsWith(start) && /^_([^/]+)\//.exec(path.slice(start.length))) || [];
    const isShown = collections.get(name);
    if (isShown === undefined) return undefined;
    if (!isShown) return nothing(`集合 ${name} 没有自己的页面，没有当作文章`);
    return { is: /pages?$/i.test(name) ? 'page' : 'post', path };
  };
}

/** Collections, and whether their documents have pages. */
function collectionsOf({ collections }: JsonObject) {
  if (Array.isArray(collections)) return new Map(collections.map((name) => [text(name), false]));
  const each = Object.entries(asObject(collections));
  return new Map(each.map(([name, settings]) => [name, asObject(settings).output === true]));
}

/** Adds `defaults`, and reads categories and tags as Jekyll does. */
function createFieldsReader(folder: string, config: JsonObject) {
  const inherit = createDefaultsReader(folder, config);
  return (key: string, own: Fields): Fields => {
    const fields = { ...inherit(key), ...own };
    const categories = jekyllCategories(key.slice(folder.length), fields);
    return { ...fields, category: undefined, categories, tags: [...listOf(fields.tag), ...splitWords(fields.tags)] };
  };
}

/** Values of `defaults` for a file, the more exact path last. */
function createDefaultsReader(folder: string, { defaults }: JsonObject) {
  const rules = asList(defaults).map((one) => {
    const { scope, values } = asObject(one);
    const { path, type } = asObject(scope);
    return { path: text(path).replace(/^\/|\/$/g, ''), type: text(type), values: asObject(values) };
  });
  return (key: string): Fields => {
    const path = key.slice(folder.length);
    const type = typeOf(path);
    const fitting = rules.filter(
      (rule) =>
        (rule.type === '' || rule.type === type || (rule.type === 'posts' && type === 'drafts')) &&
        (rule.path === '' || path === rule.path || path.startsWith(`${rule.path}/`) || matchesAny(path, [rule.path])),
    );
    fitting.sort((one, other) => one.path.length - other.path.length);
    return Object.assign({}, ...fitting.map(({ values }) => values));
  };
}

function typeOf(path: string) {
  if (/(?:^|\/)_posts\//.test(path)) return 'posts';
  return /(?:^|\/)_([^/]+)\//.exec(path)?.[1] ?? 'pages';
}
