import type { MarkdownIt } from 'markdown-it';
import { Token, write } from './markdown-it.ts';

/** Inserts a mark with the source line before each outermost block; `readLines` removes them again. */
export function lineMarks(md: MarkdownIt): void {
  write(md, { line_mark: (tokens, index, { nonce }) => `<${nonce} l="${tokens[index]?.info}"></${nonce}>` });
}

/** Returns the tokens with a mark before each outermost block that has a source line. */
export function markLines(tokens: Token[]): Token[] {
  return tokens.flatMap((token) => {
    if (token.level > 0 || token.nesting < 0 || !token.map) return [token];
    const mark = new Token('line_mark', '', 0);
    mark.info = String(token.map[0]);
    return [mark, token];
  });
}

/**
 * Removes the marks from sanitised HTML and returns the source line of each outermost element. A mark swallowed by an
 * author's open tag is not outermost: its content belongs to that tag's line.
 */
export function readLines(marked: string, nonce: string): { html: string; lines: number[] } {
  const lines: number[] = [];
  let depth = 0;
  let line = 0;
  // the sanitiser escapes < and > in text and attributes, so that every tag is one
  for (const { groups = {} } of marked.matchAll(tag)) {
    if (depth === 0 && groups.name === nonce && groups.line) line = Math.max(line, Number(groups.line));
    else if (depth === 0 && !groups.closing) lines.push(line);
    depth += stepOf(groups);
  }
  return { html: marked.replaceAll(new RegExp(`<${nonce} l="\\d+"></${nonce}>`, 'g'), ''), lines };
}

const tag = /<(?<closing>\/?)(?<name>[a-z][a-z0-9]*)(?![a-z0-9])(?: l="(?<line>\d+)")?[^<>]*?(?<empty>\/?)>/g;

function stepOf({ closing, empty }: Record<string, string | undefined>): number {
  if (empty) return 0;
  return closing ? -1 : 1;
}
