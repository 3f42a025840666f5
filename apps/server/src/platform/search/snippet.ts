import type { Query } from './query.ts';
import { phraseOf, placesOf, type Written, writtenWord } from './score.ts';

const ellipsis = '…';
/** Characters before the match a snippet begins at, and the length it is chosen from. */
const lead = 24;
const lookedAt = 100_000;
const marksAtMost = 40;
const placesAtMost = 200;

export type Marker = ReturnType<typeof createMarker>;

/** Shows what was looked for in texts as people write them. Plain text in, plain text out: never HTML. */
export function createMarker(text: string, { written }: Query) {
  const phrase = phraseOf(text);
  const words = written.map(writtenWord);

  return {
    /** Whether all words stand in the texts. */
    explains: (...texts: string[]) => words.every((word) => texts.some((one) => stands(word, one))),

    /** About `length` characters of a text around the words, or its beginning when none is in it. */
    snippet(whole: string, length = 90) {
      const one = whole.slice(0, lookedAt);
      return cutAround(one, bestPlace(one, phrase, words, length), length);
    },

    /** The words as they stand in the texts, the longest first: what is to be marked in them. */
    marks(texts: string[]) {
      const found = texts.flatMap((one) => [
        ...(phrase ? [...one.matchAll(phrase)].map(([hit]) => hit) : []),
        ...words.flatMap((word) => formsIn(word, one)),
      ]);
      return [...new Set(found)].sort((a, b) => b.length - a.length).slice(0, marksAtMost);
    },
  };
}

function stands(word: Written, text: string) {
  return placesOf(word, text, { unfinished: true }).length > 0;
}

/** A word, or its pieces where it does not stand as a whole. */
function formsIn(word: Written, text: string): string[] {
  const places = placesOf(word, text, { unfinished: true });
  if (places.length === 0) return word.pieces.flatMap((part) => formsIn(part, text));
  return places.map((at) => text.slice(at, at + word.word.length));
}

/** Position of the exact text, or of the first place with most of its words close together. */
function bestPlace(text: string, phrase: RegExp | undefined, words: Written[], length: number) {
  const together = phrase ? text.search(phrase) : -1;
  if (together >= 0) return together;
  const places = words.flatMap((word, index) => {
    const whole = placesOf(word, text, { unfinished: true });
    const some = whole.length > 0 ? whole : word.pieces.flatMap((part) => placesOf(part, text, { unfinished: true }));
    return some.map((at) => ({ at, index }));
  });
  const reach = length - lead;
  places.sort((a, b) => a.at - b.at).splice(placesAtMost);
  let best = { at: 0, words: 0 };
  for (const { at } of places) {
    const near = new Set(places.filter((other) => other.at >= at && other.at < at + reach).map(({ index }) => index));
    if (near.size > best.words) best = { at, words: near.size };
  }
  return best.at;
}

function cutAround(text: string, at: number, length: number) {
  const from = wholeCharacter(text, Math.max(0, Math.min(at - lead, text.length - length)));
  const to = wholeCharacter(text, from + length);
  return `${from > 0 ? ellipsis : ''}${text.slice(from, to).trim()}${to < text.length ? ellipsis : ''}`;
}

/** Steps back from the middle of a surrogate pair. */
function wholeCharacter(text: string, index: number) {
  return /[\uDC00-\uDFFF]/.test(text[index] ?? '') && index > 0 ? index - 1 : index;
}
