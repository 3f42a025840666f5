import type { Token } from 'markdown-it';
import { parser } from './parser.ts';
import { createRenderState } from './render-state.ts';
import { cleanText } from './text.ts';

/** Counts of a text's elements. */
export type Structure = {
  headings: number;
  /** Columns of the widest table. */
  columns: number;
  /** Deepest nesting of quotations. */
  quoteDepth: number;
  /** Footnotes and references to them. */
  notes: number;
  /** Fenced code: each costs a start of the highlighter. */
  fences: number;
  /** Blocks and their ends: each costs every rule that runs, whatever its content. */
  blocks: number;
};

/** Measures a text without rendering it. The parser stops at a hundred levels, which bounds `quoteDepth`. */
export function structureOf(source: string): Structure {
  const tokens: Token[] = [];
  const text = cleanText(source);
  parser.block.parse(text, parser, createRenderState({}), tokens);
  return {
    headings: tokens.filter(({ type }) => type === 'heading_open').length,
    columns: widestTable(tokens),
    quoteDepth: deepestQuote(tokens),
    notes: text.split('[^').length - 1,
    fences: tokens.filter(({ type }) => type === 'fence').length,
    blocks: tokens.length,
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
