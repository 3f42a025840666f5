import type { Found } from './word-finder.ts';

const cover = '＊';
const characters = /\P{M}\p{M}*|\p{M}+/gu;
const said = /[\p{L}\p{N}]/u;

/** The text with a sign over each letter of what was found; what was put between the letters goes. */
export function mask(text: string, found: Pick<Found, 'start' | 'end'>[]) {
  let shown = '';
  let from = 0;
  for (const { start, end } of merged(found)) {
    shown += text.slice(from, start) + cover.repeat(countLetters(text.slice(start, end)));
    from = end;
  }
  return shown + text.slice(from);
}

function countLetters(text: string) {
  return text.match(characters)?.filter((character) => said.test(character.normalize('NFKD'))).length ?? 0;
}

/** One place for those that overlap, in order. */
function merged(found: Pick<Found, 'start' | 'end'>[]) {
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}
