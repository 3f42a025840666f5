import { decodeText } from '@mojian/foreign-files/read-text';
import type { Source } from '../../form.ts';
import { findEntry } from '../find-entry.ts';
import { asObject, text } from '../values.ts';
import { withoutSlashes } from './address-tokens.ts';
import { type FindSystem, type FolderSystem, listRoots, nothing, type Place } from './folder.ts';
import { matchesAny } from './patterns.ts';
import { readRewrites, rewrittenAddresses } from './vitepress-rewrites.ts';

/** VuePress and VitePress: all texts of the folder that holds `.vuepress` or `.vitepress`, but for that. */
export const findVuePress: FindSystem = async (source) => {
  const [top] = listRoots(source, /(^|\/)\.(?:vuepress|vitepress)\//);
  if (top === undefined) return undefined;
  const isVite = source.entries.some(({ path }) => path.startsWith(`${top}.vitepress/`));
  const config = await readScript(source, `${top}${isVite ? '.vitepress' : '.vuepress'}/`);
  const below = isVite ? tidy(config.srcDir) : '';
  const root = below ? `${top}${below}/` : top;
  return {
    tool: 'vuepress',
    name: isVite ? 'VitePress' : 'VuePress',
    root,
    config,
    title: text(config.title),
    url: '',
    base: config.base,
    addressesOf: (file) => rewrittenAddresses(file, config.rewrites),
    placeOf: placing(root, isVite ? 'VitePress' : 'VuePress', config.excluded),
    whyNoArticle: ({ fields }) => (isHome(asObject(fields)) ? '首页，由主题生成' : undefined),
    breaksLines: config.breaks,
    marks: { emoji: true, notes: true, scripts: true },
    publicFolders: [`${top}.vuepress/public/`, `${top}.vitepress/public/`, `${root}public/`],
  } satisfies FolderSystem;
};

function tidy(name: string) {
  return withoutSlashes(name);
}

/** Reads what matters from a configuration, which is a program and not run. */
async function readScript(source: Source, folder: string) {
  const names = ['js', 'ts', 'mjs', 'mts', 'cjs'].flatMap((kind) => [`config.${kind}`, `config/index.${kind}`]);
  const entry = findEntry(
    source,
    names.map((name) => folder + name),
  );
  const script = await entry
    ?.read()
    .then(decodeText)
    .catch(() => '');
  const read = (name: string) => new RegExp(`\\b${name}:\\s*(["'\`])([^"'\`\\n]*)\\1`).exec(script ?? '')?.[2] ?? '';
  const lists = [...(script ?? '').matchAll(/\b(?:srcExclude|pagePatterns):\s*\[([^[\]]*)\]/g)];
  const patterns = lists.flatMap(([all, list = '']) =>
    [...list.matchAll(/["'`]([^"'`\n]+)["'`]/g)].flatMap(([, pattern = '']) => {
      if (all.startsWith('srcExclude')) return [pattern];
      return pattern.startsWith('!') ? [pattern.slice(1)] : [];
    }),
  );
  return {
    breaks: /\bbreaks:\s*true\b/.test(script ?? ''),
    title: read('title'),
    base: read('base'),
    srcDir: read('srcDir'),
    excluded: patterns,
    rewrites: readRewrites(script ?? ''),
  };
}

function placing(root: string, name: string, excluded: string[]) {
  return (key: string): Place => {
    if (!key.startsWith(root)) return nothing(`不在 ${name} 的 ${root} 里，没有当作文章`);
    const path = key.slice(root.length);
    if (/(?:^|\/)\./.test(path)) return nothing(`${name} 自己的文件，不是文章`);
    if (/(?:^|\/)@pages\//.test(path)) return nothing('由主题生成的页面，没有自己的正文');
    if (matchesAny(path, excluded)) return nothing(`${name} 的设置让它不生成页面`);
    return { is: 'post', path };
  };
}

function isHome(fields: ReturnType<typeof asObject>) {
  return fields.home === true || /^(?:home|blog|bloghome)$/i.test(text(fields.layout)) || fields.pageLayout === 'home';
}
