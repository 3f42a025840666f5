import type { Token } from 'markdown-it';
import { codeSpans, type Range } from './code-spans.ts';
import { parser } from './parser.ts';
import { createRenderState } from './render-state.ts';

/**
 * Writes each line break within a paragraph as a hard one, for texts of systems that show every line by itself. Code,
 * tables, HTML and the marks of lists and quotations stay as they are.
 */
export function withHardBreaks(source: string): string {
  const lines = source.split('\n');
  const tokens: Token[] = [];
  parser.block.parse(source, parser, createRenderState({}), tokens);
  for (const [index, token] of tokens.entries())
    if (token.type === 'inline' && tokens[index - 1]?.type === 'paragraph_open') breakParagraph(lines, token);
  return lines.join('\n');
}

function breakParagraph(lines: string[], { content, map }: Token) {
  if (!map) return;
  const [start] = map;
  const unbroken = newlinesInside(content);
  const written = content.split('\n');
  for (let at = 0; at < written.length - 1; at++) {
    const line = lines[start + at] ?? '';
    const isCallout = at === 0 && /^\[!\w+\]/.test(content);
    // The parser may have moved the lines of a paragraph; a line that is not the one meant is left alone.
    const isMeant = line.trimEnd().endsWith((written[at] ?? '').trimEnd());
    if (isMeant && !isCallout && !unbroken.has(at)) lines[start + at] = broken(line);
  }
}

/** Two blanks after an address, which would take the backslash for its own. */
function broken(line: string) {
  if (/ {2}$/.test(line)) return line;
  const plain = line.trimEnd();
  const backslashes = /(?<!\\)\\*$/.exec(plain)?.[0].length ?? 0;
  if (backslashes % 2 === 1) return line;
  return /(?:https?:\/\/|www\.)\S+$/i.test(plain) ? `${plain}  ` : `${plain}\\`;
}

/** Numbers of the line breaks within code spans, formulas and HTML tags. */
function newlinesInside(content: string) {
  const code = codeSpans(content);
  const others = [...blanked(content, code).matchAll(/\$\$[^$]*\$\$|<[A-Za-z/!][^<>]*>/g)];
  const ranges = [...code, ...others.map(({ 0: found, index }) => ({ from: index, to: index + found.length }))];
  ranges.sort((a, b) => a.from - b.from);
  const inside = new Set<number>();
  let range = 0;
  for (const [line, { index }] of [...content.matchAll(/\n/g)].entries()) {
    while ((ranges[range]?.to ?? Number.POSITIVE_INFINITY) <= index) range++;
    if ((ranges[range]?.from ?? Number.POSITIVE_INFINITY) <= index) inside.add(line);
  }
  return inside;
}

/** The text with blanks in some ranges. */
function blanked(text: string, ranges: Range[]) {
  let position = 0;
  const pieces = ranges.map(({ from, to }) => {
    const piece = text.slice(position, from) + ' '.repeat(to - from);
    position = to;
    return piece;
  });
  return pieces.join('') + text.slice(position);
}
