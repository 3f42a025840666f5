const MOTIFS = 8;
const PIGMENTS = 6;

export type CoverParts = { motif: number; pigment: number; variation: number };

/** Takes a cover's number apart: which motif (0..7), in which pigment (0..5), in which of its variations (0..4). */
export function coverParts(number: number): CoverParts {
  return {
    motif: number % MOTIFS,
    pigment: Math.floor(number / MOTIFS) % PIGMENTS,
    variation: Math.floor(number / (MOTIFS * PIGMENTS)),
  };
}
