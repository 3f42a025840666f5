/** A passage of a text by its words, the characters beside them, and its place, counted in characters from the start. */
export type Quote = { words: string; before: string; after: string; position: number };

/** Characters stored on either side of a passage. */
export const besideQuote = 20;

/** Characters of a text without its blanks, and where each stands in it. */
export type Characters = { text: string; characters: string; places: Uint32Array };

/** Blanks differ between HTML, its text and what a reader selects, so passages are compared without them. */
export function charactersOf(text: string): Characters {
  const places = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (!blanks.has(text.charCodeAt(at))) places[count++] = at;
  return { text, characters: withoutBlanks(text), places: places.subarray(0, count) };
}

/** Codes of the characters that `\s` matches: to ask it about each of a million would take a second. */
const blanks = new Set([...Array(0x3001).keys(), 0xfeff].filter((code) => /\s/.test(String.fromCharCode(code))));

const withoutBlanks = (text: string) => text.replace(/\s+/g, '');

/** The quote of the characters from `start` to before `end`, as the text spells it. */
export function quoteOf({ text, places }: Characters, start: number, end: number): Quote {
  const slice = (from: number, to: number) =>
    from >= to ? '' : text.slice(places[Math.max(0, from)], (places[Math.min(to, places.length) - 1] ?? 0) + 1);
  return {
    words: slice(start, end).replace(/\s+/g, ' '),
    before: slice(Math.max(0, start - besideQuote), start).replace(/\s+/g, ' '),
    after: slice(end, Math.min(places.length, end + besideQuote)).replace(/\s+/g, ' '),
    position: start,
  };
}

/** Places that are compared; the words of more are too common to be told apart. */
const mostPlaces = 500;
/** Words of this many characters that stand in a text once need no known neighbours. */
const distinctive = 8;
/** Neighbouring characters by which other words are known. */
const neededBeside = 4;

/**
 * Finds a quoted passage in a text that may have been edited: the place whose neighbours match best, and of equal ones the
 * nearest. Undefined when its words are gone, or stand only where they mean something else.
 */
export function findQuote({ characters }: Characters, quote: Quote): { start: number; end: number } | undefined {
  const words = withoutBlanks(quote.words);
  const before = withoutBlanks(quote.before);
  const after = withoutBlanks(quote.after);
  if (words === '') return undefined;
  const untouched = placeOfOnly(characters, before + words + after);
  if (untouched !== undefined) return rangeAt(untouched + before.length, words);

  let best: { start: number; beside: number; distance: number } | undefined;
  let count = 0;
  for (
    let start = characters.indexOf(words);
    start !== -1 && count < mostPlaces;
    start = characters.indexOf(words, start + 1)
  ) {
    count += 1;
    const beside = sameBefore(characters, start, before) + sameAfter(characters, start + words.length, after);
    const distance = Math.abs(start - quote.position);
    if (!best || beside > best.beside || (beside === best.beside && distance < best.distance))
      best = { start, beside, distance };
  }
  const needed = count === 1 && words.length >= distinctive ? 0 : Math.min(neededBeside, before.length + after.length);
  return best && best.beside >= needed ? rangeAt(best.start, words) : undefined;
}

/** Place of a text that stands in the characters once. */
function placeOfOnly(characters: string, text: string) {
  const place = characters.indexOf(text);
  return place === -1 || characters.includes(text, place + 1) ? undefined : place;
}

const rangeAt = (start: number, words: string) => ({ start, end: start + words.length });

/** Counts the characters before `end` that are the last of `before`. */
function sameBefore(characters: string, end: number, before: string) {
  let count = 0;
  while (count < before.length && characters[end - 1 - count] === before[before.length - 1 - count]) count += 1;
  return count;
}

function sameAfter(characters: string, start: number, after: string) {
  let count = 0;
  while (count < after.length && characters[start + count] === after[count]) count += 1;
  return count;
}
