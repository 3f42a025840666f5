import type { DelimiterType, InlineContext, MarkdownConfig } from '@lezer/markdown';

const asterisk = 42;
const underscore = 95;
const space = /^\s?$/u;
const punctuation = /[\p{P}\p{S}]/u;
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

const delimiters: Record<number, [single: DelimiterType, double: DelimiterType]> = {
  [asterisk]: [emphasis('Emphasis'), emphasis('StrongEmphasis')],
  [underscore]: [emphasis('Emphasis'), emphasis('StrongEmphasis')],
};

/** Emphasis as the published page reads it: beside a wide character no space is asked for, so `**强调。**后文` is strong. */
export const wideEmphasis: MarkdownConfig = { parseInline: [{ name: 'Emphasis', parse: readRun }] };

function emphasis(resolve: string): DelimiterType {
  return { resolve, mark: 'EmphasisMark' };
}

function readRun(cx: InlineContext, next: number, start: number): number {
  const kinds = delimiters[next];
  if (!kinds) return -1;
  let end = start + 1;
  while (cx.char(end) === next) end++;
  const { opens, closes } = sidesOf(cx, next, start, end);
  let at = start;
  for (const size of piecesOf(end - start, opens)) {
    cx.addDelimiter(kinds[size - 1] as DelimiterType, at, at + size, opens, closes);
    at += size;
  }
  return end;
}

/** Of three marks the outer one is single. Longer runs are nothing anyone means. */
function piecesOf(length: number, opens: boolean): (1 | 2)[] {
  if (length === 1 || length === 2) return [length];
  if (length !== 3) return [];
  return opens ? [1, 2] : [2, 1];
}

function sidesOf(cx: InlineContext, next: number, start: number, end: number) {
  const before = cx.slice(Math.max(cx.offset, start - 1), start);
  const after = cx.slice(end, Math.min(cx.end, end + 1));
  const left = leansOn(after, before);
  const right = leansOn(before, after);
  if (next === asterisk) return { opens: left, closes: right };
  return { opens: left && (!right || punctuation.test(before)), closes: right && (!left || punctuation.test(after)) };
}

function leansOn(inner: string, outer: string): boolean {
  if (space.test(inner)) return false;
  if (!punctuation.test(inner) || wide.test(inner) || wide.test(outer)) return true;
  return space.test(outer) || punctuation.test(outer);
}
