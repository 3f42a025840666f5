import { limits } from './limits.ts';
import { parser } from './parser.ts';
import { plainText } from './plain-text.ts';
import { createRenderState } from './render-state.ts';
import { cleanText } from './text.ts';
import { countWords } from './words.ts';

/** Counts the words of a source as its page will, without rendering it. Pure; never throws. */
export function countSource(source: string): number {
  const clean = cleanText(source);
  if (clean.length > limits.sourceLength) return countWords(clean);
  return countWords(plainText(parser.parse(clean, createRenderState({}))).read);
}
