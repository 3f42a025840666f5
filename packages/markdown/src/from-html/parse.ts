import { createDocument } from '@mixmark-io/domino';
import { toMarkdown } from './to-markdown.ts';

/** Converts the HTML of a blog to Markdown outside of a browser. Pure. May throw a RangeError on absurd input. */
export function htmlToMarkdown(html: string): string {
  return toMarkdown(createDocument(`<body>${boundNesting(html)}`), { lossless: true });
}

/** Depth of open tags; domino recurses into what is nested. */
const mostNesting = 120;

/** Elements that do not nest by themselves: void ones, and those that the next of their kind closes. */
const flat =
  /^(area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|rp|rt|source|tbody|td|tfoot|th|thead|tr|track|wbr|body|html|head)$/i;

/**
 * Drops tags nested deeper than any page. Counts tags in comments and attributes too, which only malformed pages reach.
 */
function boundNesting(html: string): string {
  const open: string[] = [];
  let shallow = '';
  let at = 0;
  for (const { 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    if (flat.test(name)) continue;
    if (slash) closeTag(open, name);
    else if (open.length < mostNesting) open.push(name);
    else if (index >= at) {
      shallow += html.slice(at, index);
      at = endOfTag(html, index);
    }
  }
  return shallow + html.slice(at);
}

function closeTag(open: string[], name: string) {
  const last = open.lastIndexOf(name);
  if (last >= 0) open.length = last;
}

function endOfTag(html: string, start: number) {
  const end = html.indexOf('>', start);
  return end < 0 ? html.length : end + 1;
}
