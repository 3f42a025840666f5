import { syntaxHighlighting } from '@codemirror/language';
import { tagHighlighter, tags } from '@lezer/highlight';
import { asideTag, formulaTag, markedTag } from './tags.ts';

/** Names what is written, so that the style sheet can show it. */
export const highlighting = syntaxHighlighting(
  tagHighlighter([
    {
      tag: [tags.heading1, tags.heading2, tags.heading3, tags.heading4, tags.heading5, tags.heading6],
      class: 'md-heading',
    },
    { tag: tags.heading, class: 'md-strong' }, // the head of a table
    { tag: tags.strong, class: 'md-strong' },
    { tag: tags.emphasis, class: 'md-emphasis' },
    { tag: tags.strikethrough, class: 'md-strike' },
    { tag: markedTag, class: 'md-marked' },
    { tag: tags.monospace, class: 'md-code' },
    { tag: formulaTag, class: 'md-formula' },
    { tag: [tags.link, tags.url, tags.string, tags.labelName], class: 'md-link' },
    { tag: [tags.processingInstruction, tags.contentSeparator, tags.comment, tags.escape, asideTag], class: 'md-sign' },
    { tag: [tags.atom, tags.character], class: 'md-sign' },
    { tag: tags.quote, class: 'md-quote' },
  ]),
);
