/** Number of drawn covers: a closed set bounds what an address can make the server render. */
export const COVER_COUNT = 240;

/** Smaller files of a cover, for phones and rows: the end of their name, and the part of its width and height. */
export const COVER_SCALES = { third: 1 / 3, half: 0.5, 'four-fifths': 0.8 };

/** Derives the cover 0..239 from a title, stable per title, unless its author `chose` one. */
export function coverNumber(title: string, chose: number | null = null): number {
  return chose ?? hashText(title.normalize('NFKC').trim()) % COVER_COUNT;
}

/** Hashes a text to 32 bits: FNV-1a over code points, then mixed so that the low bits are usable. */
function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return mixBits(hash);
}

/** Avalanche step of MurmurHash3 for a 32-bit number. */
export function mixBits(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
