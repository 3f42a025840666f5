import { strikethrough, taskListItems } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { clean } from './clean.ts';
import { escapeText } from './escape-text.ts';
import { rules } from './rules.ts';

/** Plain Markdown of what was pasted. Pictures stand in it with the addresses they had. Changes the document. */
export function toMarkdown(document: Document): string {
  clean(document);
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
    br: '\\',
  });
  service.use([strikethrough, taskListItems]);
  service.escape = escapeText;
  rules(service);
  return tidy(service.turndown(document.body));
}

function tidy(markdown: string): string {
  return markdown
    .split(/(^(?:`{3,})[^\n]*\n[\s\S]*?^`{3,}$)/m)
    .map((part, index) => (index % 2 === 1 ? part : tidyProse(part)))
    .join('')
    .trim();
}

/** Two breaks are a new paragraph, one at a paragraph's end is none. A notice names its kind right above its words. */
function tidyProse(prose: string): string {
  return prose
    .replace(/(?<![ \t])[ \t]*\\\n(?:[ \t]*\\\n)+[ \t]*/g, '\n\n')
    .replace(/\\\n(?=\n|$)/g, '\n')
    .replace(/^((?:> ?)+\[!\w+\])\n(?:> ?)+\n/gm, '$1\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}
