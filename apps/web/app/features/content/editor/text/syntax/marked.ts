import { tags } from '@lezer/highlight';
import type { DelimiterType, MarkdownConfig } from '@lezer/markdown';
import { markedTag } from './tags.ts';

const equals = 61;
const delimiter: DelimiterType = { resolve: 'Marked', mark: 'MarkedMark' };

/** `==marked==` */
export const marked: MarkdownConfig = {
  defineNodes: [
    { name: 'Marked', style: { 'Marked/...': markedTag } },
    { name: 'MarkedMark', style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: 'Marked',
      after: 'Emphasis',
      parse(cx, next, pos) {
        if (next !== equals || cx.char(pos + 1) !== equals) return -1;
        let end = pos + 2;
        while (cx.char(end) === equals) end++;
        if (end - pos !== 2) return end; // `===` is an operator or a rule, never a marker
        const opens = /\S/.test(cx.slice(end, Math.min(cx.end, end + 1)));
        const closes = /\S/.test(cx.slice(Math.max(cx.offset, pos - 1), pos));
        return cx.addDelimiter(delimiter, pos, end, opens, closes);
      },
    },
  ],
};
