import { escapeHtml } from './escape.ts';
import { limits } from './limits.ts';

/** Elements an author may write as HTML in Markdown. */
export const writableTags = new Set(
  `a abbr audio b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3
  h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td
  tfoot th thead time tr u ul var video`.split(/\s+/),
);

const voidTags = new Set(['br', 'hr', 'img']);

const silentTags = new Set('script style iframe noscript svg math select textarea template title object'.split(' '));

const name = '([a-z][a-z0-9-]*)';
const value = `(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+)`;
const attribute = `\\s+[a-z_:@][\\w:.@-]*(?:\\s*=\\s*${value})?`;
const tagPattern = new RegExp(`<(/?)${name}((?:${attribute})*)\\s*(/?)>`, 'iy');

export type RawTag = { name: string; closes: boolean; empty: boolean; end: number };

/** The complete HTML tag that begins at this position, if one does. */
export function readTag(html: string, position: number): RawTag | undefined {
  tagPattern.lastIndex = position;
  const match = tagPattern.exec(html);
  if (!match) return undefined;
  const [, slash, written = '', , ending] = match;
  return { name: written.toLowerCase(), closes: slash === '/', empty: ending === '/', end: tagPattern.lastIndex };
}

/** Whether the tag opens an element whose text is never prose, so that the text goes together with the tags. */
export function opensSilence(tag: RawTag): boolean {
  return silentTags.has(tag.name) && !tag.closes && !tag.empty;
}

/** Says of each tag of one text, in order, whether it may stand. */
export type Admit = (tag: RawTag) => boolean;

/** Admits what an author may write, as deep as `limits.nesting`. */
export function createGate(): Admit {
  let depth = 0;
  let refused = 0;
  return (tag) => {
    if (!writableTags.has(tag.name)) return false;
    if (voidTags.has(tag.name)) return true;
    if (tag.closes) {
      if (refused > 0) {
        refused--;
        return false;
      }
      depth = Math.max(0, depth - 1);
      return true;
    }
    if (depth >= limits.nesting) {
      refused++;
      return false;
    }
    depth++;
    return true;
  };
}

/**
 * Reduces a block of an author's HTML to complete, writable tags and text. The sanitiser judges the attributes
 * afterwards, with the whole text in view; this step makes sure that no half a tag, comment or raw-text element
 * reaches over into what our own rules make of the following Markdown.
 */
export function filterHtmlBlock(html: string, admit: Admit): string {
  let filtered = '';
  let position = 0;
  while (position < html.length) {
    const next = html.indexOf('<', position);
    if (next < 0) return filtered + html.slice(position);
    filtered += html.slice(position, next);
    const piece = readPiece(html, next, admit);
    filtered += piece.html;
    position = piece.end;
  }
  return filtered;
}

function readPiece(html: string, position: number, admit: Admit): { html: string; end: number } {
  if (html.startsWith('<!--', position)) {
    const end = html.indexOf('-->', position + 2);
    return { html: '', end: end < 0 ? html.length : end + 3 };
  }
  const tag = readTag(html, position);
  if (!tag) return { html: escapeHtml('<'), end: position + 1 };
  if (admit(tag)) return { html: html.slice(position, tag.end), end: tag.end };
  return { html: '', end: opensSilence(tag) ? endOfElement(html, tag) : tag.end };
}

function endOfElement(html: string, tag: RawTag): number {
  const closing = new RegExp(`</${tag.name}\\s*>`, 'gi');
  closing.lastIndex = tag.end;
  return closing.test(html) ? closing.lastIndex : html.length;
}
