import { simplified } from '../../platform/search/simplified.ts';
import type { Settings } from '../settings/settings.ts';

type Rules = Settings['moderation'];
type Finders = { masked: WordFinder; held: WordFinder };

const finders = new WeakMap<Rules, Finders>();

/** Finds the owner's words in a text. Finders are cached per settings object. */
export function findWords(rules: Rules, text: string): { masked: Found[]; held: string[] } {
  if (rules.mask.length === 0 && rules.hold.length === 0) return { masked: [], held: [] };
  const known = finders.get(rules) ?? { masked: new WordFinder(rules.mask), held: new WordFinder(rules.hold) };
  finders.set(rules, known);
  const glyphs = glyphsOf(text);
  return {
    masked: known.masked.find(glyphs),
    held: [...new Set(known.held.find(glyphs).map(({ word }) => word))],
  };
}

/** Matched word and its range in the original text. */
export type Found = { word: string; start: number; end: number };

type Word = { word: string; glyphs: Glyph[] };

/** Above all code points, so that a node and a code point combine into one number. */
const codes = 0x110000;
const root = 0;

/**
 * Finds any number of words in one pass (Aho–Corasick). Latin words and numbers match whole only: `ass` is not in
 * `class`. A word without glyphs or digits never matches.
 */
export class WordFinder {
  readonly #edges = new Map<number, number>();
  /** Per node: the suffix link, and the nearest suffix at which words end. */
  readonly #shorter: number[] = [root];
  readonly #ending: number[] = [root];
  readonly #words: (Word[] | undefined)[] = [undefined];

  constructor(words: Iterable<string>) {
    const paths = Array.from(new Set(words), (word) => ({ word, glyphs: glyphsOf(word) }));
    const nodes = paths.flatMap((word) => this.#plant(word)).sort((a, b) => a.depth - b.depth);
    for (const node of nodes) this.#tie(node);
  }

  find(glyphs: Glyph[]): Found[] {
    let node = root;
    return glyphs.flatMap(({ sign }, index) => {
      node = this.#step(node, code(sign));
      return this.#endingAt(node).flatMap(({ word, glyphs: own }) => {
        const place = placeOf(own, glyphs.slice(index + 1 - own.length, index + 2));
        return place ? [{ word, ...place }] : [];
      });
    });
  }

  #endingAt(node: number) {
    const words: Word[] = [];
    for (let end = node; end !== root; end = this.#at(this.#ending, end)) words.push(...(this.#words[end] ?? []));
    return words;
  }

  /** Inserts the word and returns the new nodes. */
  #plant(word: Word) {
    const fresh: { node: number; parent: number; code: number; depth: number }[] = [];
    let node = root;
    for (const [depth, { sign }] of word.glyphs.entries()) {
      const edge = node * codes + code(sign);
      const known = this.#edges.get(edge);
      const next = known ?? this.#words.push(undefined) - 1;
      if (known === undefined) {
        this.#edges.set(edge, next);
        fresh.push({ node: next, parent: node, code: code(sign), depth });
      }
      node = next;
    }
    if (node !== root) this.#words[node] = [...(this.#words[node] ?? []), word];
    return fresh;
  }

  /** Sets a node's suffix links. Shallower nodes have theirs already. */
  #tie({ node, parent, code }: { node: number; parent: number; code: number }) {
    const shorter = parent === root ? root : this.#step(this.#at(this.#shorter, parent), code);
    this.#shorter[node] = shorter;
    this.#ending[node] = this.#words[shorter] ? shorter : this.#at(this.#ending, shorter);
  }

  #step(from: number, code: number) {
    for (let node = from; ; node = this.#at(this.#shorter, node)) {
      const next = this.#edges.get(node * codes + code);
      if (next !== undefined) return next;
      if (node === root) return root;
    }
  }

  #at(nodes: number[], node: number) {
    return nodes[node] ?? root;
  }
}

const code = (sign: string) => sign.codePointAt(0) ?? 0;

/** Range of a matched word; undefined within a longer word. `glyphs`: the matched ones and the next. */
function placeOf(own: Glyph[], glyphs: Glyph[]) {
  const first = glyphs[0];
  const last = glyphs[own.length - 1];
  if (!first || !last || !own.every((glyph, index) => isRepeated(glyph, glyphs[index]))) return;
  const after = glyphs[own.length];
  if ((first.joined && !isBroken(first)) || (after?.joined && !isBroken(last))) return;
  return { start: first.joined ? first.tailStart : first.start, end: after?.joined ? last.headEnd : last.end };
}

/** Repeated letters do not hide a word: 傻傻傻瓜, fuuuck. But good is not god, and 1100 not 110. */
function isRepeated({ sign, times }: Glyph, met: Glyph | undefined) {
  if (!met || met.times <= times) return met?.times === times;
  const kind = kindOf(sign);
  return isBroken(met) || kind === 'other' || (kind === 'letter' && met.times > 2);
}

/** True where something stands between its repetitions, as at the s of `was sad`. */
const isBroken = (glyph: Glyph) => glyph.headEnd !== glyph.end;

/**
 * Normalised letter or digit with its repetitions, located in the original text: `start` to `end`, and where something
 * stands between the repetitions, the end of the first unbroken part and the start of the last one.
 */
export type Glyph = {
  sign: string;
  start: number;
  end: number;
  headEnd: number;
  tailStart: number;
  times: number;
  /** Whether a letter of the same word, or a digit of the same number, directly precedes it. */
  joined: boolean;
};

type Kind = 'letter' | 'digit' | 'other';

const characters = /\P{M}\p{M}*|\p{M}+/gu;
const marks = /\p{M}/gu;
const said = /[\p{L}\p{N}]/u;
const unseen = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const alphabet = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const digit = /\p{N}/u;

/**
 * Normalises a text for matching: folds compatibility forms, width, case, accents and traditional characters, counts
 * repetitions, and drops all but glyphs and digits.
 */
export function glyphsOf(text: string): Glyph[] {
  const glyphs: Glyph[] = [];
  let before: Kind | undefined;
  for (const { 0: dressed, index } of text.matchAll(characters)) {
    for (const plain of dressed.normalize('NFKD').toLowerCase().replaceAll(marks, '')) {
      if (said.test(plain))
        before = add(glyphs, simplified(plain), { start: index, end: index + dressed.length, before });
      else if (!unseen.test(plain)) before = undefined;
    }
  }
  return glyphs;
}

function kindOf(sign: string): Kind {
  if (digit.test(sign)) return 'digit';
  return alphabet.test(sign) ? 'letter' : 'other';
}

type Place = { start: number; end: number; before: Kind | undefined };

function add(glyphs: Glyph[], sign: string, { start, end, before }: Place): Kind {
  const kind = kindOf(sign);
  const joined = kind === before && kind !== 'other';
  const last = glyphs.at(-1);
  if (last?.sign === sign) repeat(last, start, end, joined);
  else glyphs.push({ sign, start, end, headEnd: end, tailStart: start, times: 1, joined });
  return kind;
}

function repeat(glyph: Glyph, start: number, end: number, joined: boolean) {
  if (joined && glyph.headEnd === glyph.end) glyph.headEnd = end;
  if (!joined) glyph.tailStart = start;
  glyph.end = end;
  glyph.times += 1;
}

const cover = '＊';

/** Masks each letter of the matches and removes what stands between them. */
export function mask(text: string, found: Pick<Found, 'start' | 'end'>[]) {
  let shown = '';
  let from = 0;
  for (const { start, end } of merged(found)) {
    shown += text.slice(from, start) + cover.repeat(countGlyphs(text.slice(start, end)));
    from = end;
  }
  return shown + text.slice(from);
}

function countGlyphs(text: string) {
  return text.match(characters)?.filter((character) => said.test(character.normalize('NFKD'))).length ?? 0;
}

/** Merges overlapping ranges, in order. */
function merged(found: Pick<Found, 'start' | 'end'>[]) {
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}
