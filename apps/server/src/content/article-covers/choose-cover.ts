import {
  CHARACTER_LAYOUTS,
  hashTitle,
  LAYOUTS,
  MOTIFS,
  mixBits,
  numberOf,
  numberOfCharacter,
} from '@mojian/contract/core/cover-number';
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
  return new Set(drawn.filter((one) => one < firstCharacter).map((one) => one % MOTIFS));
}

/** Stored covers from here on are characters. */
const firstCharacter = 1000;
/** Grounds by layout: two are ruled paper. */
const groundOf = [0, 1, 1, 2];

/**
 * Chooses the ground for a character of the title.
 * @param nearest covers of the article before it on the site and of that in its category, which stand on another
 */
export function chooseGround(title: string, character: string, nearest: number[]): number {
  const taken = nearest
    .filter((drawn) => drawn >= firstCharacter)
    .map((drawn) => groundOf[(drawn - firstCharacter) % CHARACTER_LAYOUTS]);
  const start = hashTitle(title) % CHARACTER_LAYOUTS;
  const layouts = groundOf.map((_, index) => (start + index) % CHARACTER_LAYOUTS);
  const layout = layouts.find((one) => !taken.includes(groundOf[one])) ?? start;
  return drawnOf({ character, layout });
}

const firstHan = 0x4e00;

/** Character and layout of a stored cover; undefined for a painting. */
function storedCharacter(drawn: number) {
  if (drawn < firstCharacter) return undefined;
  const place = drawn - firstCharacter;
  const character = String.fromCodePoint(firstHan + Math.floor(place / CHARACTER_LAYOUTS));
  return { character, layout: place % CHARACTER_LAYOUTS };
}

/** Stored cover that a large character's number shows. */
export function drawnOf({ character, layout }: { character: string; layout: number }): number {
  return firstCharacter + ((character.codePointAt(0) ?? 0) - firstHan) * CHARACTER_LAYOUTS + layout;
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
  const colour = pigment === null ? mixBits(hashTitle(title)) % pigments.length : pigments.indexOf(pigment);
  const character = storedCharacter(own);
  if (character) return numberOfCharacter({ ...character, pigment: colour });
  return numberOf({ motif: own % MOTIFS, layout: Math.floor(own / MOTIFS), pigment: colour });
}
