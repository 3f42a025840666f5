import { pairs, segmentWords } from './analyse.ts';
import type { Query } from './query.ts';
import { toSimplified, waysToWrite } from './simplified.ts';
import type { Rank } from './word-index.ts';

/** Document as people read it; the body cut to what is scored. */
export type ReadDocument = { title: string; summary: string; body: string; date: number };

type Score = {
  score: number;
  /** Share of the query found, from 0 to 1. */
  share: number;
};

const ofPlace = { title: 4, summary: 3, often: 2, once: 1 };
const ofRank: Record<Rank, number> = { title: 4, summary: 3, frequent: 2, anywhere: 1 };
const oftenEnough = 3;
const forTitle = { phrase: 2, whole: 1 };
const forPhrase = 0.5;
const forNearness = 0.4;
const forHits = 0.3;
/** Weight of a word found only in parts. */
const partialWeight = 0.6;

/** Scores documents by where the words occur, how close together, and how often. */
export function createScorer(text: string, { written }: Query, weightOf: (word: string) => number = () => 1) {
  const words = written.map((word) => ({ ...writtenWord(word), weight: weightOf(word) }));
  const phrase = phraseOf(text);
  const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1;

  return (document: ReadDocument, rank?: Rank): Score => {
    const found = words.map((word) => findWord(word, document));
    const sum = (of: (one: Found) => number) =>
      found.reduce((all, one, at) => all + of(one) * (words[at]?.weight ?? 0), 0) / whole;
    const hits = found.reduce((all, { places, other }) => all + places.length + other, 0);
    const score =
      Math.max(
        sum(({ place }) => place),
        rank ? ofRank[rank] : 0,
      ) +
      phraseBonus(phrase, document, words.length) +
      forNearness * nearness(found.map(({ places }) => places)) +
      forHits * Math.min(1, Math.log2(1 + hits) / 6);
    return { score, share: sum(({ share }) => share) };
  };
}

/** `places` in the body; `other` hits elsewhere. */
type Found = { place: number; share: number; places: number[]; other: number };

function findWord(word: Written, document: ReadDocument): Found {
  const found = wholeWord(word, document);
  if (found.place > 0 || word.pieces.length === 0) return found;
  const pieces = word.pieces.map((part) => wholeWord(part, document));
  const mean = (of: (one: Found) => number) => pieces.reduce((sum, one) => sum + of(one), 0) / pieces.length;
  return {
    place: partialWeight * mean(({ place }) => place),
    share: mean(({ share }) => share),
    places: pieces.flatMap(({ places }) => places).sort((a, b) => a - b),
    other: 0,
  };
}

/** Counts a word that only occurs as a prefix less. */
function wholeWord(word: Written, document: ReadDocument): Found {
  const whole = inPlaces(word, document, false);
  if (word.isChinese || whole.place >= ofPlace.title) return whole;
  const begun = inPlaces(word, document, true);
  return { ...begun, place: Math.max(whole.place, partialWeight * begun.place) };
}

function inPlaces(word: Written, { title, summary, body }: ReadDocument, unfinished: boolean): Found {
  const inTitle = placesOf(word, title, { unfinished }).length;
  const inSummary = placesOf(word, summary, { unfinished }).length;
  const places = placesOf(word, body, { unfinished });
  const place = placeOf({ inTitle, inSummary, inBody: places.length });
  return { place, share: place > 0 ? 1 : 0, places, other: inTitle + inSummary };
}

function placeOf({ inTitle, inSummary, inBody }: { inTitle: number; inSummary: number; inBody: number }) {
  if (inTitle > 0) return ofPlace.title;
  if (inSummary > 0) return ofPlace.summary;
  if (inBody >= oftenEnough) return ofPlace.often;
  return inBody > 0 ? ofPlace.once : 0;
}

function phraseBonus(phrase: RegExp | undefined, { title, summary, body }: ReadDocument, words: number) {
  const inTitle = phrase && [...title.matchAll(phrase)].at(0);
  if (inTitle) return forTitle.phrase + (isAllOf(title, inTitle[0]) ? forTitle.whole : 0);
  if (!phrase || words < 2) return 0;
  return [summary, body].some((text) => text.search(phrase) >= 0) ? forPhrase : 0;
}

function isAllOf(title: string, part: string) {
  const countAlphanumerics = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length;
  return countAlphanumerics(title) === countAlphanumerics(part);
}

/** From 0 to 1: how short the smallest passage with all words is. */
function nearness(places: number[][]) {
  const all = places.flatMap((some, word) => some.map((at) => ({ at, word }))).sort((a, b) => a.at - b.at);
  const wanted = places.filter((some) => some.length > 0).length;
  if (wanted < 2) return 0;
  const last = new Map<number, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const { at, word } of all) {
    last.set(word, at);
    if (last.size === wanted) least = Math.min(least, at - Math.min(...last.values()));
  }
  return (wanted / places.length) * (1 / (1 + least / 40));
}

const around = 8;
const lookedAt = 5;

/**
 * Whether two characters are adjacent only across a word boundary, as 备分 in 设备分辨率, so that the word itself is absent.
 */
export function isApart({ exact, written }: Query, { title, summary, body }: ReadDocument) {
  const [word, ...others] = written;
  if (others.length > 0 || exact.prefix || !word || [...word].length !== 2) return false;
  const sought = writtenWord(word);
  if (!sought.isChinese) return false;
  const texts = [title, summary, body];
  const hits = texts.flatMap((text) => placesOf(sought, text).map((at) => ({ text, at }))).slice(0, lookedAt);
  return hits.length > 0 && hits.every(({ text, at }) => isAcross(text, at));
}

function isAcross(text: string, at: number) {
  const from = Math.max(0, at - around);
  const passage = toSimplified(text.slice(from, at + around));
  const middle = at - from + 1;
  const words = [...segmentWords(passage)];
  const left = words.find(({ index, segment }) => index < middle && index + segment.length >= middle);
  const right = words.find(({ index }) => index === middle);
  return right !== undefined && left !== undefined && (left.index < middle - 1 || right.segment.length > 1);
}

/** Word to search in written text, with its parts for where it does not occur as a whole. */
export type Written = { word: string; pattern: RegExp; isChinese: boolean; pieces: Written[] };

const chinese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;
const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;
const hitsAtMost = 30;
const phraseAtMost = 24;

/** Matches any case, traditional and simplified characters. */
export function writtenWord(word: string): Written {
  const isChinese = chinese.test(word);
  const pieces = isChinese ? pairs([...word]) : (word.match(/[\p{L}\p{N}\p{M}]{2,}/gu) ?? []);
  return {
    word,
    isChinese,
    pattern: new RegExp(source(word), isChinese ? 'g' : 'giu'),
    pieces: pieces.filter((part) => part !== word).map(writtenWord),
  };
}

/** Matches the words in sequence with at most a few other characters between them. */
export function phraseOf(text: string): RegExp | undefined {
  const words = (text.match(/[\p{L}\p{N}\p{M}./:_+&@#-]+/gu) ?? [])
    .map((word) => word.replace(/^[/:_+&-]+/u, '').replace(/(?<![./:_&@-])[./:_&@-]+$/u, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0 || words.length > phraseAtMost) return undefined;
  const flags = words.every((word) => chinese.test(word)) ? 'gu' : 'giu'; // ignoring case is slow, and Chinese has none
  return new RegExp(words.map(source).join(String.raw`[^\p{L}\p{N}]{0,3}`), flags);
}

/** Positions of a word in a text. Latin words match whole, or as prefixes if `unfinished`. */
export function placesOf({ pattern, word, isChinese }: Written, text: string, { unfinished = false } = {}): number[] {
  const places: number[] = [];
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    const isAlone =
      isChinese || (standsAlone(text, index, word) && (unfinished || endsAlone(text, index + hit.length, word)));
    if (isAlone && places.push(index) === hitsAtMost) break;
  }
  return places;
}

function standsAlone(text: string, index: number, word: string) {
  return !alphabetic.test(word[0] ?? '') || !alphabetic.test(text[index - 1] ?? '');
}

function endsAlone(text: string, end: number, word: string) {
  return !alphabetic.test(word.at(-1) ?? '') || !alphabetic.test(text[end] ?? '');
}

function source(word: string) {
  return Array.from(word, (character) => {
    const ways = waysToWrite(character);
    return ways.length > 1 ? `[${ways.join('')}]` : escapePattern(character);
  }).join('');
}

function escapePattern(character: string) {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
