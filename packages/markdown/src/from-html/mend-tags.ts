import { replacePassages } from '../text.ts';
import { type Piece, piecesOf, type Tag } from './read-tags.ts';
import { flat, hiding, known, raw } from './tag-names.ts';

/** Depth of open tags; a parser that recurses into what is nested would run out of stack. */
const mostNesting = 120;

/**
 * Escapes the brackets of what is no tag, such as `<me@example.com>`, `Map<K, V>` and a comment without an end, and drops
 * tags nested deeper than any page: a parser of HTML would hide the words, or refuse the names. Linear in time.
 */
export function mendTags(html: string): string {
  const source = replacePassages(html, cdata, (inner) => inner);
  const pairs = findPairs(source);
  const replace = createReplacer(source, pairs);
  let mended = '';
  let at = 0;
  for (const piece of piecesOf(source)) {
    const text = replace(piece);
    if (text === undefined) continue;
    mended += source.slice(at, piece.start) + text;
    at = piece.end;
  }
  return mended + source.slice(at);
}

const cdata = { opening: /<!\[CDATA\[/g, closing: /\]\]>/g };

/** Replacement of a comment, declaration or stray bracket, by kind; undefined for one that stays as it is. */
const inPlaceOf = { kept: undefined, text: '&lt;', dropped: '' };

/** Returns the replacement of each piece, called in order; undefined for one that stays as it is. */
function createReplacer(html: string, pairs: Set<number>) {
  const open: string[] = [];
  let around = ''; // a formula, drawing or player, whose elements are its own
  const replaceTag = (tag: Tag, isPaired: boolean) => {
    const [before, after] = [around, aroundAfter(tag, isPaired, around)];
    around = after;
    if (before !== '' && after !== '') return belongsTo(tag, before) ? undefined : '';
    if (!isTag(tag, isPaired)) return asText(tag, html.slice(tag.start, tag.end));
    return nest(open, tag) ? undefined : '';
  };
  return (piece: Piece) => {
    if (!('name' in piece)) return inPlaceOf[piece.kind];
    const text = replaceTag(piece, pairs.has(piece.start));
    if (text !== undefined) return text;
    if (!isUsable(piece)) return '';
    return raw.test(piece.name) && piece.closesItself ? html.slice(piece.start, piece.end - 2).concat('>') : undefined;
  };
}

/** The only names of HTML whose elements a slash ends. */
const drawn = /^(?:svg|math)$/;

function aroundAfter({ kind, name }: Tag, isPaired: boolean, around: string) {
  if (!isPaired || !/^(?:svg|math|video|audio|canvas)$/.test(name)) return around;
  if (kind === 'open') return around || name;
  return around === name ? '' : around;
}

/** Whether an element may stand within a player or drawing: an unended list in a player would keep it open and hide the rest. */
function belongsTo({ name }: Tag, around: string) {
  return drawn.test(around) || /^(?:source|track)$/.test(name);
}

/** Tells a tag from text such as `Map<K, V>`: one in doubt must have its start or end tag. */
function isTag({ kind, name, isSure }: Tag, isPaired: boolean) {
  return isPaired || (isSure && (kind === 'close' || !hiding.has(name)));
}

/** Ends a player that was never ended; shows any other stray tag as the text that was written. */
function asText({ kind, name, hasAddress, isSure }: Tag, written: string) {
  if (kind === 'open' && isSure && hasAddress && /^(?:audio|iframe|video)$/.test(name)) return `${written}</${name}>`;
  if (drawn.test(name) && written.endsWith('/>')) return '';
  return written.replaceAll('<', '&lt;');
}

/** Whether any parser takes the name; of a pair with another name only the content stays. */
function isUsable({ name }: Tag) {
  return /^[a-z][a-z0-9-]*(?::[a-z][\w-]*)?$/.test(name);
}

/** Keeps the stack of open tags. False for a tag nested too deep. */
function nest(open: string[], { kind, name }: Tag): boolean {
  if (flat.test(name)) return true;
  if (kind === 'close') {
    const last = open.lastIndexOf(name);
    if (last >= 0) open.length = last;
    return true;
  }
  return open.length < mostNesting && open.push(name) > 0;
}

/** Finds the positions of start and end tags that belong together, among tags that count as text when alone. */
function findPairs(html: string): Set<number> {
  const pairs = new Set<number>();
  const open = new Map<string, Opening[]>();
  for (const piece of piecesOf(html)) {
    if (!('name' in piece)) continue;
    const starts = open.get(piece.name) ?? [];
    open.set(piece.name, starts);
    if (piece.kind === 'close') pairUp(piece, starts.pop(), pairs);
    else if (!piece.closesItself || (known.has(piece.name) && !drawn.test(piece.name)))
      starts.push({ start: piece.start, isInDoubt: isInDoubt(piece) });
  }
  return pairs;
}

type Opening = { start: number; isInDoubt: boolean };

function isInDoubt({ isSure, name }: Tag) {
  return !isSure || hiding.has(name);
}

function pairUp(closing: Tag, opening: Opening | undefined, pairs: Set<number>) {
  if (opening?.isInDoubt) pairs.add(opening.start);
  if (opening && isInDoubt(closing)) pairs.add(closing.start);
}
