import { hashTitle, LAYOUTS, MOTIFS, mixBits, numberOf } from '@mojian/contract/core/cover-number';
import { type Pigment, pigments } from '@mojian/contract/core/pigments';

/** Articles on either side within which a motif does not come again. */
export const motifsApart = 6;

/** Drawn covers of the articles published just before, and of those after when an old date is filled in. */
export type Neighbours = { before: number[]; after?: number[] };

/**
 * Chooses the drawn cover of an article: the first motif, in an order that its title gives, which no neighbour has.
 * @returns motif and layout without the pigment, which is the category's
 */
export function chooseDrawn(title: string, { before, after = [] }: Neighbours): number {
  const hash = hashTitle(title);
  const order = motifsInOrder(hash);
  const taken = motifsIn(before);
  const takenAfter = motifsIn(after);
  const free = order.filter((motif) => !taken.has(motif));
  const motif = free.find((one) => !takenAfter.has(one)) ?? free[0] ?? 0;
  return motif + MOTIFS * (mixBits(hash ^ 0x2545f491) % LAYOUTS);
}

function motifsIn(drawn: number[]) {
  return new Set(drawn.map((one) => one % MOTIFS));
}

/** Shuffles the motifs by a hash. */
function motifsInOrder(hash: number): number[] {
  return Array.from({ length: MOTIFS }, (_, motif) => ({
    motif,
    rank: mixBits(hash ^ Math.imul(motif + 1, 0x9e3779b1)),
  }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ motif }) => motif);
}

type Covered = {
  title: string;
  /** Chosen by the author. */
  coverNumber: number | null;
  /** Chosen at publication; null before it. */
  drawn: number | null;
  /** Pigment of the category. */
  pigment: Pigment | null;
};

/** Number of the cover that readers see, when the article has no picture. */
export function shownCover({ title, coverNumber, drawn, pigment }: Covered): number {
  if (coverNumber !== null) return coverNumber;
  const own = drawn ?? hashTitle(title) % (MOTIFS * LAYOUTS);
  return numberOf({
    motif: own % MOTIFS,
    layout: Math.floor(own / MOTIFS),
    pigment: pigment === null ? mixBits(hashTitle(title)) % pigments.length : pigments.indexOf(pigment),
  });
}
