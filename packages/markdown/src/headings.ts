import type { MarkdownIt, Token } from 'markdown-it';
import { meetClosely } from './inline.ts';
import { stateOf } from './markdown-it.ts';
import { readAttributes, readTag } from './raw-html.ts';
import type { RenderState } from './render-state.ts';

// `{#id}` as VitePress and Pandoc have it, `{/*id*/}` as React's documentation has it
const customId = /(?<![ \t])[ \t]*\{(?:#([^{}\s]+)|\/\*\s*([^{}\s*]+)\s*\*\/)\}[ \t]*$/;

/** Gives every heading an id and lists the outer h2 and h3. An h1 becomes h2, since the page's h1 is its title. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'heading_id', (state) => {
    state.tokens.forEach((token, index, tokens) => {
      if (token.type === 'heading_open') takeCustomId(token, tokens[index + 1]);
    });
  });
  md.core.ruler.push('headings', (state) => {
    state.tokens.forEach((token, index, tokens) => {
      if (token.type === 'heading_open') nameHeading(token, tokens[index + 1]?.children ?? [], stateOf(state.env));
      if (token.type.startsWith('heading_') && token.tag === 'h1') token.tag = 'h2';
    });
  });
}

function takeCustomId(heading: Token, content: Token | undefined): void {
  const match = customId.exec(content?.content.slice(-200) ?? '');
  if (!match || !content) return;
  content.content = content.content.slice(0, -match[0].length);
  heading.meta = { id: match[1] ?? match[2] };
}

function nameHeading(heading: Token, children: Token[], env: RenderState): void {
  const text = inlineText(children).trim();
  const id = env.ids.take(String(heading.meta?.id ?? text));
  heading.attrSet('id', id);
  heading.attrSet(env.nonce, '');
  const listed = heading.level === 0 && text !== '';
  if (listed && (heading.tag === 'h1' || heading.tag === 'h2')) env.headings.push({ id, text, level: 2 });
  if (listed && heading.tag === 'h3') env.headings.push({ id, text, level: 3 });
}

/** Optional contents to include. */
type Included = { math?: boolean; pictures?: boolean };

/** Plain text of inline tokens, with line breaks joined by `joint`. */
export function inlineText(tokens: Token[], included: Included = { math: true, pictures: true }): string {
  return tokens.map((token, index) => textOf(token, included) ?? joint(tokens, index)).join('');
}

/** Text of one token; undefined for a soft line break. */
function textOf(token: Token, included: Included): string | undefined {
  switch (token.type) {
    case 'text':
    case 'text_special': // an escaped sign: within a picture's words it is still a token of its own
    case 'code_inline':
      return token.content;
    case 'math_inline':
    case 'math_display':
      return included.math ? token.content : '';
    case 'image':
      return included.pictures ? inlineText(token.children ?? [], included) : '';
    case 'hardbreak':
      return '\n';
    case 'html_inline':
      return textOfTag(token.content);
    case 'softbreak':
      return undefined;
    default:
      return '';
  }
}

/** Plain text of a tag: a line break for `<br>`, the alt text of a picture. */
function textOfTag(html: string): string {
  const tag = readTag(html, 0);
  if (tag?.name === 'br') return '\n';
  return tag?.name === 'img' ? (readAttributes(tag).alt ?? '') : '';
}

/** Plain text of a source line break: nothing between two wide characters, else a space. */
export function joint(tokens: Token[], index: number): string {
  const before = [...textBeside(tokens, index, -1).slice(-2)].at(-1) ?? '';
  const after = [...textBeside(tokens, index, 1).slice(0, 2)][0] ?? '';
  return meetClosely(before, after) ? '' : ' ';
}

/** Limit of emphasis and link borders crossed per line break: unlimited, rows of empty tokens cost quadratic time. */
const mostBorders = 64;

/** Text next to a token, across borders of emphasis and links. */
function textBeside(tokens: Token[], index: number, step: 1 | -1): string {
  const last = index + step * mostBorders;
  let at = index + step;
  while (at !== last && (tokens[at]?.nesting || tokens[at]?.content === '')) at += step;
  const token = tokens[at];
  return token?.type === 'text' ? token.content : '';
}
