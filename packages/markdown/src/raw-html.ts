import { unescapeAll } from 'markdown-it/lib/common/utils.mjs';

/** Elements an author may write as HTML in Markdown. Films and sounds are made by `media`. */
export const writableTags = new Set(
  `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1
  h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody
  td tfoot th thead time tr u ul var wbr`.split(/\s+/),
);

const voidTags = new Set(['br', 'col', 'hr', 'img', 'wbr']);

/** Elements whose content is code: shown whole, since unwrapped they would leave riddles between the words. */
const codeTags = new Set(['script', 'style']);

const name = '([a-z][a-z0-9-]*)';
const value = `(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+)`;
const attribute = `\\s+[a-z_:@][\\w:.@-]*(?:\\s*=\\s*${value})?`;
const tagPattern = new RegExp(`<(/?)${name}((?:${attribute})*)\\s*(/?)>`, 'iy');
const attributePattern = /([a-z_:@][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi;

export type RawTag = { name: string; closes: boolean; empty: boolean; end: number; attributes: string };

/** The complete HTML tag that begins at this position, if one does. */
export function readTag(html: string, position: number): RawTag | undefined {
  tagPattern.lastIndex = position;
  const match = tagPattern.exec(html);
  if (!match) return undefined;
  const [, slash, written = '', attributes = '', ending] = match;
  const end = tagPattern.lastIndex;
  return { name: written.toLowerCase(), closes: slash === '/', empty: ending === '/', end, attributes };
}

/** The attributes of a tag by their names in lower case; of one written twice the first counts, as in browsers. */
export function readAttributes({ attributes }: RawTag): Record<string, string> {
  const found = [...attributes.matchAll(attributePattern)].map(([, key = '', double, single, bare]) => [
    key.toLowerCase(),
    decodeEntities(double ?? single ?? bare ?? ''),
  ]);
  return Object.fromEntries(found.reverse());
}

function decodeEntities(text: string): string {
  return unescapeAll(text.replaceAll('\\', '\\\\')); // which would also take away backslashes
}

export function isWritable(tag: RawTag): boolean {
  return writableTags.has(tag.name);
}

export function isVoid({ name: written }: RawTag): boolean {
  return voidTags.has(written);
}

export function holdsCode({ name: written }: RawTag): boolean {
  return codeTags.has(written);
}

/** A stretch of an author's HTML. `words` is text between tags; `other` a declaration or instruction. */
export type Piece =
  | { source: string; kind: 'words' | 'comment' | 'other' }
  | { source: string; kind: 'tag'; tag: RawTag };

/** Cuts HTML into tags, comments and what stands between them; joined they are the same text. */
export function cutHtml(html: string): Piece[] {
  const lastComment = html.lastIndexOf('-->');
  const pieces: Piece[] = [];
  const addWords = (words: string) => void (words && pieces.push({ source: words, kind: 'words' }));
  let start = 0; // of the words that are being read
  let next = html.indexOf('<');
  while (next >= 0) {
    const piece = readPiece(html, next, lastComment);
    if (piece) {
      addWords(html.slice(start, next));
      pieces.push(piece);
      start = next + piece.source.length;
    }
    next = html.indexOf('<', piece ? start : next + 1);
  }
  addWords(html.slice(start));
  return pieces;
}

/** A comment without its end is none: it would hide everything after it. */
function readPiece(html: string, position: number, lastComment: number): Piece | undefined {
  if (html.startsWith('<!--', position)) {
    if (lastComment < position + 2) return undefined;
    return { source: html.slice(position, html.indexOf('-->', position + 2) + 3), kind: 'comment' };
  }
  const tag = readTag(html, position);
  return tag && { source: html.slice(position, tag.end), kind: 'tag', tag };
}

/** Reads a whole token of inline HTML. */
export function readInline(source: string): Piece {
  if (source.startsWith('<!--')) return { source, kind: 'comment' };
  const tag = readTag(source, 0);
  return tag ? { source, kind: 'tag', tag } : { source, kind: 'other' };
}

/** Says of each writable tag of one text, in order, whether it may stand. */
export type Admit = (tag: RawTag) => boolean;

/** Admits elements as deep as `most`. */
export function createGate(most: number): Admit {
  let depth = 0;
  let refused = 0;
  return (tag) => {
    if (isVoid(tag)) return true;
    if (tag.closes) {
      if (refused > 0) {
        refused--;
        return false;
      }
      depth = Math.max(0, depth - 1);
      return true;
    }
    if (depth >= most) {
      refused++;
      return false;
    }
    depth++;
    return true;
  };
}
