import { replacePassages } from '@mojian/markdown/text';
import type { Shelter } from './code-shelter.ts';
import { type CalloutKind, callout, embedded, fence, folded, link, picture, quote } from './forms.ts';
import { type Rewritten, readTagAttributes, rewriteTags, type Tag } from './tag-tree.ts';
import { type FindPost, keepWords, type Rule, styles } from './template-rule.ts';
import { themeRules } from './theme-tags.ts';

/** `{% note info %}` of Hexo and Jekyll, `{{< figure src="…" >}}` of Hugo. */
const tagPattern =
  /\{%-?\s*(?<end>end_?)?(?<name>[A-Za-z][\w-]*)(?![\w-])(?<rest>(?:[^%{]|%(?!\})|\{(?!%))*?)-?%\}|\{\{[<%]\s*(?:(?<slash>\/)\s*)?(?<short>[A-Za-z][\w./-]*)(?![\w./-])(?<more>(?:[^{]|\{(?!\{))*?)[>%]\}\}/g;

// Hugo shows a tag literally when it is written as a comment in the braces.
const escapedTag = { opening: /\{\{[<%]\/\*/g, closing: /\*\/[>%]\}\}/g };

const rawText = { opening: /\{%-?\s*raw\s*-?%\}/g, closing: /\{%-?\s*endraw\s*-?%\}/g };

export function hasTemplateTags(text: string) {
  return /\{%|\{\{|\{:/.test(text);
}

/**
 * Converts the tags of Hexo, Jekyll and Hugo to the nearest Markdown; unknown ones leave their content and are returned
 * by name. Expects code in placeholders.
 */
export function degradeTemplateTags(text: string, { shelter, findPost }: { shelter: Shelter; findPost: FindPost }) {
  const unknown = new Set<string>();
  const withoutRaw = replacePassages(text, rawText, (content) => shelter.keepText(content));
  const plain = dropExpressions(
    replacePassages(withoutRaw, escapedTag, (tag, whole) =>
      shelter.keepText(`${whole.slice(0, 3)}${tag}${whole.slice(-3)}`),
    ),
  );
  const rewritten = rewriteTags(plain, findTags(plain), (element, inner): Rewritten => {
    const rule = templateRules.get(element.name);
    if (!rule) unknown.add(element.name);
    const written = element.attributes.trim();
    const use = { name: element.name, ...readArguments(written), inner, source: element.source, shelter, findPost };
    return rule ? rule(use) : keepWords(use);
  });
  return { text: rewritten, unknown: [...unknown] };
}

function findTags(text: string): Tag[] {
  return [...text.matchAll(tagPattern)].map((match): Tag => {
    const { end, name, rest = '', slash, short = '', more = '' } = match.groups ?? {};
    const closes = end !== undefined || slash !== undefined;
    const single = /\/\s*$/.test(more);
    return {
      start: match.index,
      end: match.index + match[0].length,
      kind: closes ? 'close' : single ? 'single' : 'open',
      name: (name ?? short).toLowerCase(),
      attributes: (name ? rest : more).replace(/\/\s*$/, ''),
    };
  });
}

/** Reads `name=value` pairs, and positional arguments with or without quotes. */
function readArguments(written: string) {
  const named = /=/.test(written) ? readTagAttributes(written) : {};
  const bare = written.replace(/(?<![\w-])[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|\S+)/g, '');
  const words = [...bare.matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`|([^\s,]+)/g)];
  return { named, words: words.map(([, ...found]) => found.find((word) => word !== undefined) ?? ''), written };
}

/** Drops Jekyll's site address and Kramdown's `{: .class}`. */
function dropExpressions(text: string) {
  return text
    .replace(/\{\{-?\s*site\.(?:base)?url\s*-?\}\}/g, '')
    .replace(/\{\{-?\s*["']([^"'{}]*)["']\s*\|\s*(?:(?:relative_url|absolute_url)\s*-?|prepend:[^{}]*)\}\}/g, '$1')
    .replace(/^[ \t]*(?:[*-][ \t]+TOC[ \t]*\n[ \t]*)?\{:[^{}\n]*\}[ \t]*$/gm, '')
    .replace(/\{:(?:\s*[.#][\w-]+(?![\w-])|\s*[\w-]+="[^"]*")+\s*\}/g, '');
}

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

/** Fluid writes `@题`. */
function withoutStyles(words: string[]) {
  const texts = words.map((word) => word.replace(/^@/, '')).filter((word) => !styles.test(word.replace(/,$/, '')));
  return texts.join(' ').replace(/^,+|(?<!,),+$/g, '');
}

const aside: Rule = ({ name, named, words, inner }) => {
  const type = kinds.has(name) ? name : (named.type ?? words[0] ?? '').toLowerCase();
  const title = named.title ?? withoutStyles(words);
  return { block: callout(kinds.get(type) ?? 'NOTE', title, inner) };
};

const fold: Rule = ({ named, words, inner }) => {
  const title = named.summary ?? named.title ?? withoutStyles(words);
  return { block: folded(title.replace(/,$/, ''), inner) };
};

const code: Rule = ({ name, named, words, source, written, shelter }) => {
  if (source === undefined) return '';
  const said = /\blang:(\S+)/.exec(written)?.[1] ?? named.lang;
  const language = said ?? words[0] ?? '';
  const info = /^[\w+#-]+$/.test(language) ? language : '';
  const rest = said === undefined && info !== '' ? words.slice(1) : words;
  const caption =
    named.title ??
    (name === 'highlight' ? [] : rest).filter((word) => !/^\w+:\S|^https?:|=|^linenos$/.test(word)).join(' ');
  return { block: `${caption && `**${caption}**\n\n`}${shelter.keepFence(fence(info, shelter.restore(source)))}` };
};

const quotation: Rule = ({ inner, written, named }) => {
  const said = [named.author, named.source, named.title].filter(Boolean).join(' ');
  const from = said || written.replace(/\bhttps?:\/\/\S+\s*|\b[\w-]{1,40}=(?:"[^"]*"|'[^']*')/g, '').trim();
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
  const text = title.filter((word) => !styles.test(word)).join(' ') || found?.title || name;
  return found ? link(text, found.address) : text;
};

const postAddress: Rule = ({ words: [name = ''], findPost }) => findPost(name)?.address ?? name;

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

/** Keyed by tag name in lower case. */
const templateRules = new Map<string, Rule>(
  Object.entries({
    ...themeRules,
    ...all('note notel notice admonition callout alert info tip hint important warning attention danger', aside),
    ...all('fold folding spoiler hidetoggle hideblock details detail expand collapse', fold),
    ...all('codeblock code highlight', code),
    ...all('blockquote quote pullquote centerquote cq', quotation),
    ...all('asset_img img image', image),
    ...all('figure imgproc', figure),
    ...all('post_link', post),
    ...all('post_path post_url asset_path ref relref', postAddress),
    ...all('tabs tabgroup', tabs),
    ...all('math katex', keep),
    ...all('cell grid gallery gallerygroup center columns column steps', keepWords),
    ...all('include include_relative assign capture comment toc param more', drop),
    mermaid: ({ source = '', shelter }) => ({ block: shelter.keepFence(fence('mermaid', shelter.restore(source))) }),
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
