import { askThread } from '#colouring';
import { limits } from '../limits.ts';
import { findLanguage } from './languages.ts';

/** A block of code without its last line break, and its language as the author wrote it. */
export type CodeBlock = { code: string; language: string };

/**
 * Colours the blocks of one text. For each, its lines as HTML with the look's classes; nothing for a block that stays
 * plain: its language is not known, it is too large, or the text has spent its allowance.
 */
export async function highlight(blocks: CodeBlock[]): Promise<(string[] | undefined)[]> {
  const coloured: (string[] | undefined)[] = [];
  let allowance: number = limits.codeLength;
  for (const { code, language: written } of blocks) {
    const language = findLanguage(written);
    const fits = language && isReasonable(code) && code.length <= allowance;
    const lines = fits ? await askThread({ code, language }) : undefined;
    if (fits) allowance = lines ? allowance - code.length : 0; // what hangs once is not tried again
    coloured.push(lines);
  }
  return coloured;
}

function isReasonable(code: string): boolean {
  const lines = code.split('\n');
  return lines.length <= limits.codeLines && lines.every((line) => line.length <= limits.codeLineLength);
}
