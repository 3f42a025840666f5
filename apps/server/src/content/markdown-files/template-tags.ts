import { replacePassages } from '@mojian/markdown/passages';
import type { Shelter } from './code-shelter.ts';
import { readAttributes } from './jsx-tags.ts';
import { type Rewritten, rewriteTags, type Tag } from './tag-tree.ts';
import { type FindPost, type Rule, templateRules } from './template-rules.ts';

/** `{% note info %}` of Hexo and Jekyll, `{{< figure src="…" >}}` of Hugo. */
const tagPattern =
  /\{%-?\s*(?<end>end_?)?(?<name>[A-Za-z][\w-]*)(?![\w-])(?<rest>(?:[^%{]|%(?!\})|\{(?!%))*?)-?%\}|\{\{[<%]\s*(?:(?<slash>\/)\s*)?(?<short>[A-Za-z][\w./-]*)(?![\w./-])(?<more>(?:[^{]|\{(?!\{))*?)[>%]\}\}/g;

// how Hugo writes a tag that is only shown: as a comment within the braces
const escapedTag = { opening: /\{\{[<%]\/\*/g, closing: /\*\/[>%]\}\}/g };

const rawText = { opening: /\{%-?\s*raw\s*-?%\}/g, closing: /\{%-?\s*endraw\s*-?%\}/g };

export function hasTemplateTags(text: string) {
  return /\{%|\{\{|\{:/.test(text);
}

/**
 * The tags of Hexo, Jekyll and Hugo become the Markdown that comes nearest. Unknown ones leave their content, and their
 * names are returned. Code is in the shelter.
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
    return rule ? rule(use) : keepContent(use);
  });
  return { text: rewritten, unknown: [...unknown] };
}

const keepContent: Rule = ({ inner }) => inner;

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

/** What a tag is given: `name=value` pairs, and the rest in order, quoted or not. */
function readArguments(written: string) {
  const named = /=/.test(written) ? readAttributes(written) : {};
  const bare = written.replace(/(?<![\w-])[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|\S+)/g, '');
  const words = [...bare.matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`([^`]*)`|([^\s,]+)/g)];
  return { named, words: words.map(([, ...found]) => found.find((word) => word !== undefined) ?? ''), written };
}

/** Jekyll's site address is where our articles stand anyway; Kramdown's `{: .class}` only concerns its own look. */
function dropExpressions(text: string) {
  return text
    .replace(/\{\{-?\s*site\.(?:base)?url\s*-?\}\}/g, '')
    .replace(/\{\{-?\s*["']([^"'{}]*)["']\s*\|\s*(?:(?:relative_url|absolute_url)\s*-?|prepend:[^{}]*)\}\}/g, '$1')
    .replace(/^[ \t]*(?:[*-][ \t]+TOC[ \t]*\n[ \t]*)?\{:[^{}\n]*\}[ \t]*$/gm, '')
    .replace(/\{:(?:\s*[.#][\w-]+(?![\w-])|\s*[\w-]+="[^"]*")+\s*\}/g, '');
}
