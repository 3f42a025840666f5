import { splitOpening } from './opening.ts';
import { parser } from './parser.ts';
import { plainText } from './plain-text.ts';
import { createRenderState } from './render-state.ts';
import { summarize } from './summarize.ts';
import { cleanText } from './text.ts';

/** Characters of the source that suffice for a summary and for the end of an opening. */
const enough = 8000;
const ending = 18;
const marker = /^(?:>|[^\S\n\r\u2028\u2029])*<!--\s*more\s*-->\s*$/im;

/**
 * Public outline of an article: its generated summary and the last words of the opening of a `locked` one, or ''. Reads
 * only the beginning, so its cost does not depend on the length.
 */
export function outline(source: string, { locked }: { locked: boolean }) {
  const opening = locked ? sourceOpening(source) : source.slice(0, enough);
  const prose = proseOf(opening);
  return { summary: summarize(prose), ending: locked ? prose.replace(/\s+/g, ' ').slice(-ending).toWellFormed() : '' };
}

function sourceOpening(source: string) {
  const head = source.slice(0, enough);
  if (head.length === source.length || marker.test(head)) return splitOpening(head).opening;
  // the rest counts as one more block, so that the last whole one may belong to the opening
  return marker.test(source.slice(enough)) ? head : splitOpening(`${head}\n\n…`).opening;
}

function proseOf(source: string) {
  return plainText(parser.parse(cleanText(source), createRenderState({}))).prose;
}
