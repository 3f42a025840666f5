import { unescapeAll } from './markdown-it.ts';
import { voidTags, writableTags } from './writable-html.ts';

/** Elements whose content is code: shown as source instead of being unwrapped. */
const codeTags = new Set(['script', 'style']);

const name = '([a-z][a-z0-9-]*)';
const value = `(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+)`;
const attribute = `\\s+[a-z_:@][\\w:.@-]*(?:\\s*=\\s*${value})?`;
const tagPattern = new RegExp(`<(/?)${name}((?:${attribute})*)\\s*(/?)>`, 'iy');
const attributePattern = /([a-z_:@][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi;

export type RawTag = { name: string; closes: boolean; empty: boolean; end: number; attributes: string };

/** Parses the complete HTML tag at this position, if there is one. */
export function readTag(html: string, position: number): RawTag | undefined {
  tagPattern.lastIndex = position;
  const match = tagPattern.exec(html);
  if (!match) return undefined;
  const [, slash, written = '', attributes = '', ending] = match;
  const end = tagPattern.lastIndex;
  return { name: written.toLowerCase(), closes: slash === '/', empty: ending === '/', end, attributes };
}

/** Attributes of a tag by lower-case name; the first of duplicates counts, as in browsers. */
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

export function isCodeTag({ name: written }: RawTag): boolean {
  return codeTags.has(written);
}

/** Token of an author's HTML. `words`: text between tags; `other`: a declaration or instruction. */
export type Piece =
  | { source: string; kind: 'words' | 'comment' | 'other' }
  | { source: string; kind: 'tag'; tag: RawTag };

/** Splits HTML into tags, comments and the text between; joined they equal the input. */
export function cutHtml(html: string): Piece[] {
  const lastComment = html.lastIndexOf('-->');
  const pieces: Piece[] = [];
  const addWords = (words: string) => void (words && pieces.push({ source: words, kind: 'words' }));
  let start = 0; // start of the text being read
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

/** Reads one piece. An unclosed comment counts as text, since it would hide everything after it. */
function readPiece(html: string, position: number, lastComment: number): Piece | undefined {
  if (html.startsWith('<!--', position)) {
    if (lastComment < position + 2) return undefined;
    return { source: html.slice(position, html.indexOf('-->', position + 2) + 3), kind: 'comment' };
  }
  const tag = readTag(html, position);
  return tag && { source: html.slice(position, tag.end), kind: 'tag', tag };
}

/** Parses a whole token of inline HTML. */
export function readInline(source: string): Piece {
  if (source.startsWith('<!--')) return { source, kind: 'comment' };
  const tag = readTag(source, 0);
  return tag ? { source, kind: 'tag', tag } : { source, kind: 'other' };
}

/** Decides for each writable tag of one text, in order, whether it is admitted. */
export type Admit = (tag: RawTag) => boolean;

/** Admits elements up to the nesting depth `most`. */
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
