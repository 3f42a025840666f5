import { colourCode } from './code/code-blocks.ts';
import { limits } from './limits.ts';
import { markLines, readLines } from './line-marks.ts';
import { splitOpening } from './opening.ts';
import { parser } from './parser.ts';
import { plainText } from './plain-text.ts';
import {
  createRenderState,
  type Heading,
  insertFragments,
  type Picture,
  type RenderOptions,
  type RenderState,
} from './render-state.ts';
import { sanitize } from './sanitize.ts';
import { summarize } from './summarize.ts';
import { loadTex } from './tex.ts';
import { cleanText, plainParagraphs } from './text.ts';
import { countWords, readingMinutes } from './words.ts';

export type { Heading, Picture, RenderOptions };
export { countWords, readingMinutes, splitOpening, summarize };

export type Rendered = {
  /** Safe HTML for inside `.prose`: no scripts, styles or handlers, whatever the source holds. */
  html: string;
  /** The outer h2 and h3, in order. */
  headings: Heading[];
  /** Plain text for the search, code and formulas included; paragraphs separated by \n. */
  text: string;
  /** Plain text for `summarize`: no headings, tables, notes, code or formulas. */
  prose: string;
  /** Chinese characters and words of other scripts, without code and formulas. */
  words: number;
  /** The `src` of every picture shown, in order. */
  pictures: string[];
  /** Whether there is a mermaid diagram for a script to draw. */
  hasDiagram: boolean;
  /** Source line of each outermost element of the HTML, from 0; ascending. */
  lines: number[];
};

/**
 * Renders Markdown to safe HTML. Pure: equal source and options give equal results. Never throws. Asynchronous because
 * grammars and KaTeX are loaded on first use.
 */
export async function renderMarkdown(source: string, options: RenderOptions = {}): Promise<Rendered> {
  const clean = cleanText(source);
  return clean.length > limits.sourceLength ? renderPlain(clean) : renderRich(clean, options);
}

/** Returns only the `text` of `renderMarkdown`, without highlighting or formulas. */
export function searchableText(source: string): string {
  const clean = cleanText(source);
  if (clean.length > limits.sourceLength) return clean;
  return plainText(parser.parse(clean, createRenderState({}))).text;
}

async function renderRich(source: string, options: RenderOptions): Promise<Rendered> {
  const state = createRenderState(options);
  const tokens = parser.parse(source, state);
  await prepare(state, tokens, source);
  const marked = parser.renderer.render(markLines(tokens), parser.options, state);
  const { html, lines } = readLines(cleanText(sanitize(marked, state)), state.nonce);

  const { text, read, prose } = plainText(tokens);
  const { headings, pictures, hasDiagram } = state;
  const words = countWords(read);
  return { html: insertFragments(state, html), headings, text, prose, words, pictures, hasDiagram, lines };
}

async function prepare(state: RenderState, tokens: ReturnType<typeof parser.parse>, source: string): Promise<void> {
  const hasMath = tokens.some(({ type, children }) =>
    [type, ...(children ?? []).map((child) => child.type)].some(isMath),
  );
  if (hasMath) state.setFormula = await loadTex(source);
  await colourCode(tokens);
}

function isMath(type: string): boolean {
  return type.startsWith('math_');
}

function renderPlain(source: string): Rendered {
  return {
    html: plainParagraphs(source),
    headings: [],
    text: source,
    prose: source,
    words: countWords(source),
    pictures: [],
    hasDiagram: false,
    lines: [],
  };
}
