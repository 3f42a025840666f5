import type Token from 'markdown-it/lib/token.mjs';
import { meetClosely } from './cjk-emphasis.ts';
import { readAttributes, readTag } from './raw-html.ts';

/** Which silent parts of a line are read out too. */
type Parts = { math?: boolean; pictures?: boolean };

/** The plain text of inline tokens. A broken line is joined as its script asks. */
export function inlineText(tokens: Token[], parts: Parts = { math: true, pictures: true }): string {
  return tokens.map((token, index) => wordsOf(token, parts) ?? joint(tokens, index)).join('');
}

/** The words of one token, nothing for a soft line break. */
function wordsOf(token: Token, parts: Parts): string | undefined {
  switch (token.type) {
    case 'text':
    case 'text_special': // an escaped sign: within a picture's words it is still a token of its own
    case 'code_inline':
      return token.content;
    case 'math_inline':
    case 'math_display':
      return parts.math ? token.content : '';
    case 'image':
      return parts.pictures ? inlineText(token.children ?? [], parts) : '';
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

/** What a tag is worth: `<br>` breaks the line, a picture is its description. */
function textOfTag(html: string): string {
  const tag = readTag(html, 0);
  if (tag?.name === 'br') return '\n';
  return tag?.name === 'img' ? (readAttributes(tag).alt ?? '') : '';
}

/** What a line break in the source is worth: nothing between two wide characters, else a space. */
export function joint(tokens: Token[], index: number): string {
  const before = [...textBeside(tokens, index, -1).slice(-2)].at(-1) ?? '';
  const after = [...textBeside(tokens, index, 1).slice(0, 2)][0] ?? '';
  return meetClosely(before, after) ? '' : ' ';
}

/** Borders of emphasis and links that one line break looks across: without an end, rows of empty tokens cost quadratic time. */
const mostBorders = 64;

/** The text next to a token, across the borders of emphasis and links. */
function textBeside(tokens: Token[], index: number, step: 1 | -1): string {
  const last = index + step * mostBorders;
  let at = index + step;
  while (at !== last && (tokens[at]?.nesting || tokens[at]?.content === '')) at += step;
  const token = tokens[at];
  return token?.type === 'text' ? token.content : '';
}
