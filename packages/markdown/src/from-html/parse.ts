import { createDocument } from '@mixmark-io/domino';
import { mendTags } from './mend-tags.ts';
import { toMarkdown } from './to-markdown.ts';

/** Converts the HTML of a blog to Markdown outside of a browser. Pure. May throw a RangeError on absurd input. */
export function htmlToMarkdown(html: string): string {
  return toMarkdown(createDocument(`<body>${mendTags(html)}`), { lossless: true });
}
