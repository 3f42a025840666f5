import type { Source } from '../../form.ts';
import { asObject, text, website } from '../values.ts';
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
  readConfig,
} from './folder.ts';
import { hexoAddresses, listPath } from './hexo-addresses.ts';
import { listPatterns, matchesAny } from './patterns.ts';

/** Hexo: posts in `source/_posts`, drafts in `source/_drafts`, pages elsewhere in `source`. */
export const findHexo: FindSystem = async (source) => {
  const roots = [
    ...listRoots(source, /(^|\/)_config\.ya?ml$/),
    ...listRoots(source, /(^|\/)source\/_(?:posts|drafts)\//),
  ];
  for (const root of new Set(roots)) {
    const config = await readConfig(source, [`${root}_config.yml`, `${root}_config.yaml`]);
    const folder = `${root}${folderName(config.source_dir) || 'source'}/`;
    const isHexo =
      hasBelow(source, `${folder}_posts/`) ||
      hasBelow(source, `${folder}_drafts/`) ||
      hasBelow(source, `${root}scaffolds/`);
    if (isHexo) return { ...describe(root, folder, config), ...(await readRenderer(source, root, config)) };
  }
  return undefined;
};

/** Hexo's renderers show each line break, unless they are told not to or are others than these. */
async function readRenderer(source: Source, root: string, config: FolderSystem['config']) {
  const { dependencies } = await readConfig(source, [`${root}package.json`]);
  const names = Object.keys(asObject(dependencies)).filter((name) =>
    /^hexo-renderer-(?!ejs|stylus|pug|swig|less|sass|njk|nunjucks|jade|scss|dartsass)/.test(name),
  );
  const markdownIt = asObject(config.markdown);
  const isOther = names.length > 0 && !names.some((name) => /-(?:marked|markdown-it)/.test(name));
  const isOff = [asObject(config.marked).breaks, markdownIt.breaks, asObject(markdownIt.render).breaks].some(
    (one) => one === false,
  );
  return {
    breaksLines: !isOther && !isOff,
    marks: { emoji: names.some((name) => /markdown-it/.test(name)) || hasEmoji(dependencies) },
  };
}

function hasEmoji(dependencies: unknown) {
  return Object.keys(asObject(dependencies)).some((name) => /^hexo-.*emoji/.test(name));
}

function folderName(value: unknown) {
  return withoutSlashes(text(value));
}

function describe(root: string, folder: string, config: FolderSystem['config']): FolderSystem {
  return {
    tool: 'hexo',
    name: 'Hexo',
    root,
    config,
    title: text(config.title),
    url: withoutSlashes(website(config.url)),
    base: text(config.root) || (URL.parse(text(config.url))?.pathname ?? ''),
    addressesOf: (file) => hexoAddresses(file, config, text(config.permalink) || ':year/:month/:day/:title/'),
    listAddresses: (kind, path) =>
      kind === 'category'
        ? [`/${folderName(config.category_dir) || 'categories'}/${listPath(path, config, 'category_map')}/`]
        : [`/${folderName(config.tag_dir) || 'tags'}/${listPath(path, config, 'tag_map')}/`],
    placeOf: placing(root, folder, config),
    publicFolders: [folder],
  };
}

function placing(root: string, folder: string, config: FolderSystem['config']) {
  const skipped = listPatterns(config.skip_render);
  const excluded = listPatterns(config.exclude);
  const included = listPatterns(config.include);
  const ignored = listPatterns(config.ignore);
  const isDraftShown = config.render_drafts === true;
  // Hexo matches `ignore` with whole paths, whose beginning is not known here.
  const isIgnored = (key: string, path: string) =>
    [path, key.slice(root.length), key, `/blog/${key.slice(root.length)}`].some((one) => matchesAny(one, ignored));
  return (key: string): Place => {
    const path = key.slice(folder.length);
    const [, kind, below = path] = /^_(posts|drafts)\/(.*)$/.exec(path) ?? [];
    const isHidden = /(?:^|\/)[_.]|[~%]$/.test(below) && !matchesAny(path, included);
    const reason = firstReason(path, [
      [() => !key.startsWith(folder), `不在 Hexo 的 ${folder} 里，没有当作文章`],
      [() => isIgnored(key, path), 'Hexo 的 ignore 让它不生成页面'],
      [() => matchesAny(path, excluded), 'Hexo 的 exclude 让它不生成页面'],
      [() => matchesAny(path, skipped), 'Hexo 的 skip_render 让它原样输出，不是文章'],
      [isRepositoryNote, '说明文件，不是文章'],
      [() => isHidden, '名字以下划线开头，Hexo 不生成页面'],
    ]);
    if (reason) return nothing(reason);
    if (!kind) return { is: 'page', path };
    return {
      is: 'post',
      path: below,
      hidden: kind === 'drafts' && !isDraftShown ? '在 _drafts 里，收为草稿' : undefined,
    };
  };
}
