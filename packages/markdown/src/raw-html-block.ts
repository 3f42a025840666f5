/// <reference path="./markdown-it-rules.d.ts" />
import type MarkdownIt from 'markdown-it';
import htmlBlock from 'markdown-it/lib/rules_block/html_block.mjs';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import { lineText } from './block-lines.ts';
import { cutHtml, isWritable, readTag } from './raw-html.ts';

/**
 * Blocks of HTML as CommonMark has them, but for what would swallow the text after it: a line that begins with a tag
 * nobody may write is a paragraph like any other, unless it holds nothing but tags; a comment has to end.
 */
export function htmlBlocks(md: MarkdownIt): void {
  const lastComments = new WeakMap<StateBlock, number>();

  function endsComment(state: StateBlock, line: number): boolean {
    const last = lastComments.get(state) ?? state.src.lastIndexOf('-->');
    lastComments.set(state, last);
    return last > (state.bMarks[line] ?? 0);
  }

  md.block.ruler.at(
    'html_block',
    (state, startLine, endLine, silent) => {
      const text = lineText(state, startLine);
      if (!text.startsWith('<')) return false;
      const begins = text.startsWith('<!--') ? endsComment(state, startLine) : beginsBlock(text);
      return begins && htmlBlock(state, startLine, endLine, silent);
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
}

function beginsBlock(text: string): boolean {
  if (/^<[!?]/.test(text)) return false;
  const [, name = ''] = /^<\/?([a-z][a-z0-9-]*)/i.exec(text) ?? [];
  if (/^(?:script|style|textarea)$/i.test(name)) return false; // CommonMark lets them go on over blank lines
  const tag = readTag(text, 0);
  if (!tag || isWritable(tag)) return true;
  return cutHtml(text).every(({ kind, source }) => kind !== 'words' || source.trim() === '');
}
