import type Token from 'markdown-it/lib/token.mjs';
import { cleanText } from './clean.ts';
import { parser } from './parser.ts';
import { createRenderState } from './render-state.ts';

/** How much of a kind a text has: its headings, the columns of its widest table, how deep its quotes lie in each other. */
export type Structure = { headings: number; columns: number; quoteDepth: number };

/** Measures a text without rendering it. The parser stops at a hundred levels, so `quoteDepth` is never above that. */
export function structureOf(source: string): Structure {
  const tokens: Token[] = [];
  parser.block.parse(cleanText(source).replace(/\r\n?/g, '\n'), parser, createRenderState({}), tokens);
  return {
    headings: tokens.filter(({ type }) => type === 'heading_open').length,
    columns: widestTable(tokens),
    quoteDepth: deepestQuote(tokens),
  };
}

function widestTable(tokens: Token[]) {
  let [widest, columns] = [0, 0];
  for (const { type } of tokens) {
    if (type === 'table_open') columns = 0;
    if (type === 'th_open') widest = Math.max(widest, ++columns);
  }
  return widest;
}

function deepestQuote(tokens: Token[]) {
  let [deepest, depth] = [0, 0];
  for (const { type } of tokens) {
    if (type === 'blockquote_open') deepest = Math.max(deepest, ++depth);
    if (type === 'blockquote_close') depth--;
  }
  return deepest;
}
