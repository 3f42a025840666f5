import { fractalNoise, type Noise, smoothNoise } from './noise.ts';
import type { Colours } from './pigments.ts';
import { type Random, seededRandom } from './random.ts';

export type Shape = 'wide' | 'banner';

/** What a motif draws on. Lengths are in units of the sheet, from its upper left corner. */
export type Sheet = {
  width: number;
  height: number;
  shape: Shape;
  colours: Colours;
  /** Which of the motif's variations to draw, 0..4. */
  variation: number;
  random: Random;
  /** Moves edges as an unsteady hand and wet paper do. */
  noise: Noise;
};

/** A motif returns the SVG elements that stand on the ground of a sheet. */
export type Motif = (sheet: Sheet) => string;

const SIZES = { wide: { width: 1200, height: 675 }, banner: { width: 1800, height: 600 } } as const;

/** An empty sheet. The same seed gives the same picture in both shapes and all colours. */
export function newSheet(options: { shape: Shape; colours: Colours; variation: number; seed: number }): Sheet {
  const { shape, colours, variation, seed } = options;
  const noise = fractalNoise(smoothNoise(seed), 5);
  return { ...SIZES[shape], shape, colours, variation, random: seededRandom(seed), noise };
}

/** The choice that belongs to the sheet's variation. */
export function chosen<T>(sheet: Sheet, choices: readonly [T, ...T[]]): T {
  return choices[sheet.variation % choices.length] ?? choices[0];
}
