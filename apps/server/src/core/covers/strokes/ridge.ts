import { type Point, tremble, WASH_EDGE } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';

const WAVES = 5;
const OVERHANG = 60;
const STEP = 6;

/** Where a mountain line runs: its middle height, how far it rises above it, and where its foot is filled to. */
export type RidgePlace = { level: number; rise: number; foot: number };

/** The outline of a chain of mountains across the whole sheet: a sum of waves, each finer and lower than the one before. */
export function ridge(sheet: Sheet, { level, rise, foot }: RidgePlace): Point[] {
  const { width, random, noise } = sheet;
  const waves = Array.from({ length: WAVES }, (_, wave) => ({
    phase: random.between(0, 2 * Math.PI),
    cycles: random.between(0.41, 0.97) * (wave + 1),
    height: rise / (wave + 1) ** 1.15,
  }));
  const crest: Point[] = [];
  for (let x = -OVERHANG; x <= width + OVERHANG; x += STEP) {
    const turn = (2 * Math.PI * x) / width;
    const lift = waves.reduce((sum, { phase, cycles, height }) => sum + Math.sin(turn * cycles + phase) * height, 0);
    crest.push([x, level - lift]);
  }
  // A crest that dips below the foot would hang into the water as a bag.
  const above = tremble(crest, noise, WASH_EDGE).map(([x, y]): Point => [x, Math.min(y, foot)]);
  return [...above, [width + OVERHANG, foot], [-OVERHANG, foot]];
}
