import { replacePassages } from '@mojian/markdown/passages';
import type { Shelter } from './code-shelter.ts';
import { type CalloutKind, callout, embedded, fence, folded, link, picture, quote } from './forms.ts';
import type { Rewritten } from './tag-tree.ts';

/** Where an article stands whose file a tag names. Undefined when there is no such file. */
export type FindPost = (name: string) => { address: string; title: string } | undefined;

/** A tag in use. `source` is its content as it was written, undefined when it has no closing tag. */
type Use = {
  name: string;
  named: Record<string, string>;
  words: string[];
  written: string;
  inner: string;
  source: string | undefined;
  shelter: Shelter;
  findPost: FindPost;
};

export type Rule = (use: Use) => Rewritten;

const kinds = new Map<string, CalloutKind>(
  Object.entries({
    tip: 'TIP',
    success: 'TIP',
    hint: 'TIP',
    important: 'IMPORTANT',
    primary: 'IMPORTANT',
    warning: 'WARNING',
    attention: 'WARNING',
    caution: 'CAUTION',
    danger: 'CAUTION',
    error: 'CAUTION',
  }),
);

/** Words that choose a look, in the themes NexT, Butterfly and Fluid. */
const looks =
  /^(?:default|primary|info|success|warning|danger|error|tip|note|secondary|light|simple|modern|flat|disabled|no-icon|true|false|open|closed|fa[bsrl]?|fa-.*|(?:blue|pink|red|purple|orange|green|cyan))$/i;

const aside: Rule = ({ name, named, words, inner }) => {
  const type = kinds.has(name) ? name : (named.type ?? words[0] ?? '').toLowerCase();
  const title = named.title ?? words.filter((word) => !looks.test(word)).join(' ');
  return { block: callout(kinds.get(type) ?? 'NOTE', title, inner) };
};

const fold: Rule = ({ named, words, inner }) => {
  const title = named.summary ?? named.title ?? words.filter((word) => !looks.test(word)).join(' ');
  return { block: folded(title.replace(/,$/, ''), inner) };
};

const code: Rule = ({ named, words, source, written, shelter }) => {
  if (source === undefined) return '';
  const language = /\blang:(\S+)/.exec(written)?.[1] ?? named.lang ?? words[0] ?? '';
  const info = /^[\w+#-]+$/.test(language) ? language : '';
  return { block: shelter.keepFence(fence(info, shelter.restore(source))) };
};

const quotation: Rule = ({ inner, written }) => {
  const from = written.replace(/\bhttps?:\/\/\S+\s*/g, '').trim();
  return { block: quote(`${inner.trim()}${from && `\n\n—— ${from}`}`) };
};

const image: Rule = ({ words }) => {
  const at = words.findIndex(
    (word) => /^https?:/i.test(word) || /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(word.split('?', 1)[0] ?? ''),
  );
  const title = words.slice(at + 1).filter((word) => !/^\d+%?$/.test(word));
  return at < 0 ? '' : picture((title.at(-1) ?? '').replace(/^["']|["']$/g, ''), words[at] ?? '');
};

const figure: Rule = ({ named, words }) => {
  const source = named.src ?? named.link ?? words[0] ?? '';
  return { block: picture(named.caption || named.title || named.alt || '', source) };
};

const post: Rule = ({ words: [name = '', ...title], findPost }) => {
  const found = findPost(name);
  const text = title.filter((word) => !looks.test(word)).join(' ') || found?.title || name;
  return found ? link(text, found.address) : text;
};

const postAddress: Rule = ({ words: [name = ''], findPost }) => findPost(name)?.address ?? name;

const anchor: Rule = ({ words }) => {
  const at = words.findIndex((word) => /^(?:https?:|\/)/.test(word));
  return at < 0 ? words.join(' ') : link(words.slice(0, at).join(' ') || words[at + 1] || '链接', words[at] ?? '');
};

const film =
  (address: (id: string) => string, title: string): Rule =>
  ({ named, words }) => ({ block: embedded(address(named.id ?? words[0] ?? ''), title) });

const keep: Rule = ({ inner }) => inner;
const drop: Rule = () => '';

const tabTitle = { opening: /<!--\s*tab\s/g, closing: /-->/g };

const tabs: Rule = ({ inner }) => ({
  block: replacePassages(inner, tabTitle, (title) => `**${title.trim()}**\n`).replace(/<!--\s*endtab\s*-->/g, ''),
});

function all(names: string, rule: Rule): Record<string, Rule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

/** What becomes of each tag, by its name in lower case. */
export const templateRules = new Map<string, Rule>(
  Object.entries({
    ...all('note notel notice admonition callout alert info tip hint important warning attention danger', aside),
    ...all('fold folding spoiler hidetoggle details expand collapse', fold),
    ...all('codeblock code highlight', code),
    ...all('blockquote quote pullquote centerquote cq', quotation),
    ...all('asset_img img image', image),
    ...all('figure imgproc', figure),
    ...all('post_link', post),
    ...all('post_path post_url asset_path ref relref', postAddress),
    ...all('asset_link link btn button', anchor),
    ...all('tabs tabgroup', tabs),
    ...all('tabpane tab cell grid gallery gallerygroup center math katex columns column steps', keep),
    ...all('include include_code include_relative assign capture comment toc param more linkgrid meting aplayer', drop),
    mermaid: ({ source = '', shelter }) => ({ block: shelter.keepFence(fence('mermaid', shelter.restore(source))) }),
    label: ({ words }) =>
      words
        .filter((word) => !looks.test(word))
        .join(' ')
        .replace(/^@/, ''),
    youtube: film((id) => `https://www.youtube.com/embed/${id}`, ''),
    vimeo: film((id) => `https://vimeo.com/${id}`, '视频：Vimeo'),
    bilibili: film((id) => `https://player.bilibili.com/player.html?bvid=${id}`, ''),
    iframe: film((address) => address, ''),
    gist: ({ words }) => ({ block: embedded(`https://gist.github.com/${words.slice(0, 2).join('/')}`, 'GitHub Gist') }),
    ...all('x tweet', ({ named, words }) => ({
      block: embedded(`https://x.com/${named.user ?? 'i'}/status/${named.id ?? words[0] ?? ''}`, '一则推文'),
    })),
  }),
);
