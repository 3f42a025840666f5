import { cjk, pairs, segmentWords } from './analyse.ts';
import { numeralsOf } from './ordinals.ts';
import type { Query } from './query.ts';
import { toSimplified, waysToWrite } from './simplified.ts';
import { visible, withoutAccents } from './visible.ts';

/** Document as people read it; the body cut to what is scored. */
export type ReadDocument = { title: string; summary: string; body: string; date: number };

type Score = {
  score: number;
  /** Share of the query found, from 0 to 1. */
  share: number;
};

const ofPlace = { title: 4, summary: 3, often: 2, once: 1 };
const oftenEnough = 3;
const forTitle = { phrase: 2, whole: 1 };
const forPhrase = 0.5;
const forNearness = 0.4;
const forHits = 0.3;
/** Weight of a word found only in parts. */
const partialWeight = 0.6;
/** Weight of a name and its number that stand apart, in the title too. */
const apartWeight = 0.2;

/** Scores documents by where the words occur, how close together, and how often. */
export function createScorer({ text, written }: Query, weightOf: (word: string) => number = () => 1) {
  const words = written.map((word) => ({ ...writtenWord(word), weight: weightOf(word) }));
  const phrase = phraseOf(text);
  const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1;

  return (written: ReadDocument): Score => {
    let document = written;
    let found = words.map((word) => findWord(word, document));
    if (found.some(({ share }) => share < 1)) {
      document = withoutSigns(written);
      if (document !== written) found = words.map((word) => findWord(word, document));
    }
    const sum = (of: (one: Found) => number) =>
      found.reduce((all, one, at) => all + of(one) * (words[at]?.weight ?? 0), 0) / whole;
    const hits = found.reduce((all, { places, other }) => all + places.length + other, 0);
    const score =
      sum(({ place }) => place) +
      phraseBonus(phrase, document, words.length) +
      forNearness * nearness(found.map(({ places }) => places)) +
      forHits * Math.min(1, Math.log2(1 + hits) / 6);
    return { score, share: sum(({ share }) => share) };
  };
}

/** The document without accents and what is invisible; itself when it has none. */
function withoutSigns(document: ReadDocument): ReadDocument {
  const [title = '', summary = '', body = ''] = [document.title, document.summary, document.body].map((text) =>
    withoutAccents(visible(text)),
  );
  const isSame = title === document.title && summary === document.summary && body === document.body;
  return isSame ? document : { ...document, title, summary, body };
}

/** `places` in the body; `other` hits elsewhere. */
type Found = { place: number; share: number; places: number[]; other: number };

function findWord(word: Written, document: ReadDocument): Found {
  const found = wholeWord(word, document);
  if (found.place > 0 || word.pieces.length === 0) return found;
  const pieces = word.pieces.map((part) => wholeWord(part, document));
  const mean = (of: (one: Found) => number) => pieces.reduce((sum, one) => sum + of(one), 0) / pieces.length;
  return {
    place: (word.isWhole && !word.isChinese ? apartWeight : partialWeight) * mean(({ place }) => place),
    share: mean(({ share }) => share),
    places: pieces.flatMap(({ places }) => places).sort((a, b) => a - b),
    other: 0,
  };
}

/** Counts a word that only occurs as a prefix less; a version is no prefix of another. */
function wholeWord(word: Written, document: ReadDocument): Found {
  const whole = inPlaces(word, document, false);
  if (word.isWhole || whole.place >= ofPlace.title) return whole;
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
  const some = places.filter((one) => one.length > 0);
  if (some.length < 2) return 0;
  const next = some.map(() => 0);
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    const at = some.map((one, word) => one[next[word] ?? 0] ?? 0);
    const from = Math.min(...at);
    least = Math.min(least, Math.max(...at) - from);
    const first = at.indexOf(from);
    const following = (next[first] ?? 0) + 1;
    if (following === some[first]?.length) break;
    next[first] = following;
  }
  return (some.length / places.length) * (1 / (1 + least / 40));
}

const contextLength = 8;
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
  const from = Math.max(0, at - contextLength);
  const passage = toSimplified(text.slice(from, at + contextLength));
  const middle = at - from + 1;
  const words = [...segmentWords(passage)];
  const left = words.find(({ index, segment }) => index < middle && index + segment.length >= middle);
  const right = words.find(({ index }) => index === middle);
  return right !== undefined && left !== undefined && (left.index < middle - 1 || right.segment.length > 1);
}

/** Word to search in written text, with its parts for where it does not occur as a whole. */
export type Written = { word: string; pattern: RegExp; isChinese: boolean; isWhole: boolean; pieces: Written[] };

const chinese = new RegExp(`^[${cjk}]+$`, 'u');
const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;
const hitsAtMost = 30;
const phraseAtMost = 24;

/** Matches any case, traditional and simplified characters. */
export function writtenWord(word: string): Written {
  const isChinese = chinese.test(word);
  return {
    word,
    isChinese,
    isWhole: isChinese || /\d\.\d/.test(word) || (/\d$/.test(word) && /\p{L}/u.test(word)),
    pattern: patternOf([word]),
    pieces: piecesOf(word, isChinese)
      .filter((part) => part !== word)
      .map(writtenWord),
  };
}

function piecesOf(word: string, isChinese: boolean) {
  if (isChinese) return pairs([...word]);
  const atoms = word.split(/\s/).flatMap((one) => one.split(seams));
  return atoms.length > 1
    ? atoms
    : (word.match(/[\p{L}\p{N}\p{M}]{2,}/gu) ?? []).filter((part) => !word.startsWith(`${part}.`));
}

/** Matches the words of a query in sequence with at most a few other characters between them. */
export function phraseOf(text: string): RegExp | undefined {
  const words = (text.match(/[\p{L}\p{N}\p{M}./:_+&@#-]+/gu) ?? [])
    .map((word) => word.replace(/^[/:_+&-]+/u, '').replace(/(?<![./:_&@-])[./:_&@-]+$/u, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0 || words.length > phraseAtMost) return undefined;
  return patternOf(words);
}

/** Borders between Chinese, letters and digits, at which a text may have a blank or not. */
const seams = new RegExp(
  `(?<=[${cjk}])(?=[[\\p{L}\\p{N}]--[${cjk}]])|(?<=[[\\p{L}\\p{N}]--[${cjk}]])(?=[${cjk}])|(?<=[\\p{L}--[${cjk}]])(?=\\d)|(?<=\\d)(?=[\\p{L}--[${cjk}]])`,
  'v',
);
const between = String.raw`[^\p{L}\p{N}]{0,3}`;
/** 周刊（第300期） for 周刊300, React v19 for React 19. */
const beforeNumber = `${between}(?:[第v][^\\p{L}\\p{N}]{0,2})?`;

function patternOf(words: string[]) {
  const atoms = words.flatMap((word) => word.split(/\s/).flatMap((one) => one.split(seams)));
  const sources = atoms.map((part, at) => {
    const isNumber = /^\d/.test(part);
    const before = at === 0 ? '' : isNumber ? beforeNumber : between;
    return before + (isNumber ? numberSource(part, atoms[at - 1] ?? '', atoms.length > 1) : source(part));
  });
  // ignoring case is slow, and Chinese has none
  return new RegExp(sources.join(''), atoms.some((part) => /\p{L}/u.test(part) && !chinese.test(part)) ? 'giu' : 'gu');
}

/** A number beside other words is a whole one. */
function numberSource(number: string, before: string, isWhole: boolean) {
  const isOrdinal = before.endsWith('第') && /^\d{1,4}$/.test(number);
  const ways = [source(number), ...(isOrdinal ? numeralsOf(Number(number)) : [])].join('|');
  return isWhole ? String.raw`(?<!\d|\d\.)(?:${ways})(?!\.?\d)` : ways;
}

/** Positions of a word in a text. Latin words match whole, or as prefixes if `unfinished`. */
export function placesOf(word: Written, text: string, how: { unfinished?: boolean } = {}): number[] {
  return hitsOf(word, text, how).map(({ index }) => index);
}

/** Hits of a word in a text, as it stands there. */
export function hitsOf({ pattern, word, isChinese }: Written, text: string, { unfinished = false } = {}) {
  const hits: { index: number; hit: string }[] = [];
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    const isAlone =
      isChinese || (standsAlone(text, index, word) && (unfinished || endsAlone(text, index + hit.length, word)));
    if (isAlone && hits.push({ index, hit }) === hitsAtMost) break;
  }
  return hits;
}

function standsAlone(text: string, index: number, word: string) {
  return !alphabetic.test(word[0] ?? '') || !alphabetic.test(text[index - 1] ?? '');
}

function endsAlone(text: string, end: number, word: string) {
  if (/\d$/.test(word) && /^\.\d/.test(text.slice(end, end + 2))) return false;
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
