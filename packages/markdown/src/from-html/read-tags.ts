import { booleans, inline, known, needsAttributes, raw } from './tag-names.ts';

export type Tag = {
  kind: 'open' | 'close';
  name: string;
  start: number;
  end: number;
  /** Known, with attributes as HTML has them; others are tags only as one of a pair. */
  isSure: boolean;
  /** Has an address of its own, as a player may. */
  hasAddress: boolean;
  closesItself: boolean;
};
/** `text`: what looked like a tag, of which the bracket stays. `kept` and `dropped` are comments and their like. */
export type Piece = Tag | { kind: 'text' | 'kept' | 'dropped'; start: number; end: number };

/** Tags that were read to the end of the text in vain, after which brackets are text: each costs the whole text. */
const mostFailures = 200;

/** Cuts HTML into what begins with a bracket; between the pieces is text. */
export function* piecesOf(html: string): Generator<Piece> {
  const ends = createFinder(html);
  const lastBracket = html.lastIndexOf('>');
  let failures = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const found = at < lastBracket ? readPiece(html, at, { ends, isWeary: failures >= mostFailures }) : undefined;
    failures += Number(found === 'endless');
    const piece: Piece = typeof found === 'object' ? found : { kind: 'text', start: at, end: at + 1 };
    if (beginsTag(html, at)) yield piece;
    at = piece.kind === 'open' ? contentEnd(piece, ends) : piece.end;
  }
}

/** Whether a parser would take this bracket for the beginning of a tag. */
function beginsTag(html: string, at: number) {
  return /[a-z!/?]/i.test(html[at + 1] ?? '');
}

type Finder = ReturnType<typeof createFinder>;

function readPiece(html: string, at: number, { ends, isWeary }: { ends: Finder; isWeary: boolean }) {
  return readDeclaration(html, at, ends) ?? (isWeary ? undefined : readTag(html, at));
}

/** Place where the next piece may begin: behind the content of an element whose content is text. */
function contentEnd({ name, end }: Tag, ends: Finder) {
  if (!raw.test(name)) return end;
  const closing = ends(new RegExp(`</${name}(?=[\\s/>])`, 'gi'), end);
  return closing < 0 ? end : closing;
}

/** Finds the next match; a pattern that was not found is not looked for again. */
function createFinder(html: string) {
  const missing = new Set<string>();
  return (pattern: RegExp, from: number) => {
    if (missing.has(pattern.source)) return -1;
    pattern.lastIndex = from;
    const found = pattern.exec(html);
    if (!found) missing.add(pattern.source);
    return found ? found.index : -1;
  };
}

/** Comments, declarations and instructions; those of programs, such as `<?php`, are words. */
function readDeclaration(html: string, start: number, ends: Finder): Piece | undefined {
  if (html[start + 1] !== '!' && html[start + 1] !== '?') return undefined;
  if (html.startsWith('<!--', start)) {
    const end = ends(/-->/g, start + 2);
    return end < 0 ? undefined : { kind: 'kept', start, end: end + 3 };
  }
  const end = /^<(?:!doctype\s|!\[(?:if|endif)\b|\?xml\b)/i.test(html.slice(start, start + 12))
    ? html.indexOf('>', start)
    : -1;
  return end < 0 ? undefined : { kind: 'dropped', start, end: end + 1 };
}

const tagStart = /<(\/?)([a-z][^\s/<>]*)/iy;
const attributeOrEnd = />|[\s/]+|(=?[^\s/<>=]*)(?:\s*=\s*(?:"[^"]*("?)|'[^']*('?)|([^\s"'<>][^\s<>]*)))?/y;

/** Reads a tag with its attributes. Undefined for what none begins like; 'endless' for one that never ends. */
function readTag(html: string, start: number): Tag | 'endless' | undefined {
  tagStart.lastIndex = start;
  const [opening = '', slash, written = ''] = tagStart.exec(html) ?? [];
  const name = written.toLowerCase();
  if (!/^[a-z][\w.:-]*$/.test(name) || /::|:$|[.-]$/.test(name)) return undefined;
  const seen: Seen = { text: false, junk: false, words: false, values: false, address: false, count: 0 };
  const end = readAttributes(html, start + opening.length, seen);
  if (typeof end !== 'number' || seen.text || (seen.junk && !seen.values)) return end === 'endless' ? end : undefined;
  const kind = slash ? 'close' : 'open';
  const isSure = known.has(name) && (kind === 'close' || isWritten(html, start, name, seen));
  return { kind, name, start, end, isSure, hasAddress: seen.address, closesItself: html[end - 2] === '/' };
}

/** Notes the attributes of a tag and returns its end. Undefined where another one begins before it. */
function readAttributes(html: string, start: number, seen: Seen): number | 'endless' | undefined {
  for (let at = start; ; ) {
    attributeOrEnd.lastIndex = at;
    const [part = '', attribute = '', double, single, bare] = attributeOrEnd.exec(html) ?? [];
    if (html[at] === '<') return undefined;
    if (part === '' || double === '' || single === '') return 'endless';
    at += part.length;
    if (part === '>') return at;
    if (attribute !== '') note(seen, attribute.toLowerCase(), double ?? single ?? bare);
  }
}

type Seen = { text: boolean; junk: boolean; words: boolean; values: boolean; address: boolean; count: number };

function note(seen: Seen, attribute: string, value: string | undefined) {
  seen.count += 1;
  if (/[\u0080-\uffff]/.test(attribute) || value?.startsWith('=')) seen.text = true;
  if (!/^[a-z_:@*#[(][\w.:@*()[\]-]*$/.test(attribute)) seen.junk = true;
  else if (value !== undefined) seen.values = true;
  else if (!booleans.has(attribute) && !/[-_:@.]/.test(attribute)) seen.words = true;
  if (attribute === 'src' || attribute === 'data-src') seen.address = true;
}

/** Whether a known name is written as a tag, not as a word in brackets. */
function isWritten(html: string, start: number, name: string, { words, values, count }: Seen) {
  if (words && !values) return false;
  if (count > 0) return true;
  return !needsAttributes.test(name) && !(inline.test(name) && /\w/.test(html[start - 1] ?? ''));
}
