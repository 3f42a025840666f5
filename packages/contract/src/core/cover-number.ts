import { pigments } from './pigments.ts';

/** Motifs, and layouts of a motif. */
export const MOTIFS = 20;
export const LAYOUTS = 5;
export const PIGMENTS = pigments.length;

/** Number of painted covers: a closed set bounds what an address can make the server render. */
export const COVER_COUNT = MOTIFS * PIGMENTS * LAYOUTS;

/** Painted cover: motif 0..19, pigment 0..7, layout 0..4. */
export type Painting = { motif: number; pigment: number; layout: number };

type Block = { motifs: number; pigments: number; firstMotif: number; firstPigment: number };

/** Numbers of the first eight motifs in the first six pigments keep their meaning: articles and browsers have them. */
const BLOCKS: Block[] = [
  { firstMotif: 0, motifs: 8, firstPigment: 0, pigments: 6 },
  { firstMotif: 0, motifs: 8, firstPigment: 6, pigments: 2 },
  { firstMotif: 8, motifs: 12, firstPigment: 0, pigments: 8 },
];

/** Number 0..799 of a painting. */
export function numberOf({ motif, pigment, layout }: Painting): number {
  let from = 0;
  for (const { firstMotif, motifs, firstPigment, pigments } of BLOCKS) {
    const [column, row] = [motif - firstMotif, pigment - firstPigment];
    const isInside = column >= 0 && column < motifs && row >= 0 && row < pigments;
    if (isInside) return from + column + motifs * (row + pigments * layout);
    from += motifs * pigments * LAYOUTS;
  }
  throw new RangeError('no such painting');
}

/** Painting of a number; undefined outside 0..799. */
export function paintingOf(number: number): Painting | undefined {
  let rest = number;
  for (const { firstMotif, motifs, firstPigment, pigments } of BLOCKS) {
    const size = motifs * pigments * LAYOUTS;
    if (Number.isInteger(rest) && rest >= 0 && rest < size)
      return {
        motif: firstMotif + (rest % motifs),
        pigment: firstPigment + (Math.floor(rest / motifs) % pigments),
        layout: Math.floor(rest / (motifs * pigments)),
      };
    rest -= size;
  }
  return undefined;
}

/** Cover that is one character: of the 20,992 basic ones, in layout 0..3 and pigment 0..7. */
export type LargeCharacter = { character: string; layout: number; pigment: number };

const firstCharacter = 1000;
const firstHan = 0x4e00;
const hanCount = 20_992;
export const CHARACTER_LAYOUTS = 4;

/** Number of a large character, 1000 and more. @throws RangeError for one that has none */
export function numberOfCharacter({ character, layout, pigment }: LargeCharacter): number {
  const place = (character.codePointAt(0) ?? 0) - firstHan;
  if (place < 0 || place >= hanCount) throw new RangeError('no such character');
  return firstCharacter + (place * CHARACTER_LAYOUTS + layout) * PIGMENTS + pigment;
}

/** Large character of a number; undefined below 1000 and beyond the last. */
export function characterOf(number: number): LargeCharacter | undefined {
  const rest = number - firstCharacter;
  const place = Math.floor(rest / (CHARACTER_LAYOUTS * PIGMENTS));
  if (!Number.isInteger(rest) || rest < 0 || place >= hanCount) return undefined;
  return {
    character: String.fromCodePoint(firstHan + place),
    layout: Math.floor(rest / PIGMENTS) % CHARACTER_LAYOUTS,
    pigment: rest % PIGMENTS,
  };
}

/** Smaller files of a cover, for phones and rows: the end of their name, and the part of its width and height. */
export const COVER_SCALES = { third: 1 / 3, half: 0.5, 'four-fifths': 0.8 };

/** Derives the cover 0..799 from a title, stable per title, unless its author `chose` one. */
export function coverNumber(title: string, chose?: number | null): number {
  return chose ?? hashTitle(title) % COVER_COUNT;
}

/** Number of a member's drawn cover, stable per account: neighbouring ids look different. */
export function memberCover(userId: number): number {
  return ((userId - 1) * 53) % 240;
}

/** Hash of a title, the same however its spaces and widths are typed. */
export function hashTitle(title: string): number {
  return hashText(title.normalize('NFKC').trim());
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
