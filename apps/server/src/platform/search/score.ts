import type { Query } from './query.ts';
import type { Rank } from './word-index.ts';
import { phraseOf, placesOf, type Written, writtenWord } from './written.ts';

/** A document as people read it; only as much of the body as is looked at. */
export type ReadDocument = { title: string; summary: string; body: string; date: number };

export type Score = {
  score: number;
  /** How much of what is looked for it has, from 0 to 1. */
  share: number;
};

const ofPlace = { title: 4, summary: 3, often: 2, once: 1 };
const ofRank: Record<Rank, number> = { title: 4, summary: 3, frequent: 2, anywhere: 1 };
const oftenEnough = 3;
const forTitle = { phrase: 2, whole: 1 };
const forPhrase = 0.5;
const forNearness = 0.4;
const forHits = 0.3;
/** A word in pieces counts less than the word. */
const ofParts = 0.6;

/** Tells how well documents fit what was typed: where the words stand, together or far apart, and how often. */
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
  if (found.place > 0 || word.parts.length === 0) return found;
  const parts = word.parts.map((part) => wholeWord(part, document));
  const mean = (of: (one: Found) => number) => parts.reduce((sum, one) => sum + of(one), 0) / parts.length;
  return {
    place: ofParts * mean(({ place }) => place),
    share: mean(({ share }) => share),
    places: parts.flatMap(({ places }) => places).sort((a, b) => a - b),
    other: 0,
  };
}

/** A word that only begins as one counts less than the word. */
function wholeWord(word: Written, document: ReadDocument): Found {
  const whole = inPlaces(word, document, false);
  if (word.isChinese || whole.place >= ofPlace.title) return whole;
  const begun = inPlaces(word, document, true);
  return { ...begun, place: Math.max(whole.place, ofParts * begun.place) };
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
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length;
  return letters(title) === letters(part);
}

/** From 0 to 1: how small a stretch of the text has all that are in it. */
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
