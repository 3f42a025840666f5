import type { Query } from './query.ts';
import { hitsOf, phraseOf, placesOf, type Written, writtenWord } from './score.ts';
import { visible, withoutAccents } from './visible.ts';

const ellipsis = '…';
/** Characters of context before the match, and the window considered. */
const lead = 24;
const lookedAt = 100_000;
const marksAtMost = 40;
const placesAtMost = 200;

export type Marker = ReturnType<typeof createMarker>;

/** Builds snippets and highlights of plain, visible text for a search; never HTML. */
export function createMarker({ text, written }: Query) {
  const phrase = phraseOf(text);
  const words = written.map(writtenWord);

  return {
    /** Whether all words occur in the texts. */
    explains: (...texts: string[]) => words.every((word) => texts.some((one) => occursIn(word, withoutAccents(one)))),

    /** About `length` characters around the words, or the beginning without a match. */
    snippet(whole: string, length = 90) {
      const one = visible(whole.slice(0, lookedAt));
      return cutAround(one, bestPlace(withoutAccents(one), phrase, words, length), length);
    },

    /** Occurrences to highlight as they are written, longest first. */
    marks(texts: string[]) {
      const found = texts.flatMap((one) => {
        const plain = withoutAccents(one);
        const hits = [
          ...(phrase ? Array.from(plain.matchAll(phrase), ({ index, 0: hit }) => ({ index, hit })) : []),
          ...words.flatMap((word) => formsIn(word, plain)),
        ];
        return hits.map(({ index, hit }) => one.slice(index, index + hit.length));
      });
      return [...new Set(found)].sort((a, b) => b.length - a.length).slice(0, marksAtMost);
    },
  };
}

function occursIn(word: Written, text: string) {
  return placesOf(word, text, { unfinished: true }).length > 0;
}

/** Hits of the word, or of its parts where it does not occur as a whole. */
function formsIn(word: Written, text: string): { index: number; hit: string }[] {
  const hits = hitsOf(word, text, { unfinished: true });
  return hits.length > 0 ? hits : word.pieces.flatMap((part) => formsIn(part, text));
}

/** Position of the exact phrase, or of the first cluster with most of the words. */
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
