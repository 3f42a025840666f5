/** Number of drawn covers: a closed set, so that no address can make the server draw without end. */
export const COVER_COUNT = 240;

/** The number 0..239 of a title's cover: the same title always gets the same one, unless its author `chose` another. */
export function coverNumber(title: string, chose: number | null = null): number {
  return chose ?? hashText(title.normalize('NFKC').trim()) % COVER_COUNT;
}

/** A 32-bit number from a text (FNV-1a over code points, then mixed so that its low bits are as good as its high ones). */
function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return mixBits(hash);
}

/** Spreads a 32-bit number over all its bits (the last step of MurmurHash3). */
export function mixBits(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
