import { hashText } from './drawing/random.ts';

const MOTIFS = 8;
const PIGMENTS = 6;
const VARIATIONS = 5;

/** How many covers there are. The set is closed, so that no address can make the server draw without end. */
export const COVER_COUNT = MOTIFS * PIGMENTS * VARIATIONS;

export type CoverParts = { motif: number; pigment: number; variation: number };

/** The number 0..239 of a title's cover. The same title always gets the same cover. */
export function coverNumber(title: string): number {
  return hashText(title.normalize('NFKC').trim()) % COVER_COUNT;
}

/** Takes a cover's number apart: which motif (0..7), in which pigment (0..5), in which of its variations (0..4). */
export function coverParts(number: number): CoverParts {
  return {
    motif: number % MOTIFS,
    pigment: Math.floor(number / MOTIFS) % PIGMENTS,
    variation: Math.floor(number / (MOTIFS * PIGMENTS)) % VARIATIONS,
  };
}
