import { WASHED } from '../drawing/filters.ts';
import { curve, type Point, tremble } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { shape } from '../drawing/svg.ts';
import { ripples } from '../strokes/ripples.ts';

const STONES = 4;
const WET_STONE = { reach: 9, bay: 60 };

/** 石: stones balanced on each other in shallow water, one of them red. */
export function stones(sheet: Sheet): string {
  const { width, height, colours, random } = sheet;
  const middle = width * chosen(sheet, [0.42, 0.58, 0.5, 0.36, 0.64]);
  const red = chosen(sheet, [2, 3, 1, 2, 3]);
  const pile: string[] = [];
  let top = height * 0.86;
  for (let index = 0; index < STONES; index++) {
    const half = height * (0.34 - index * 0.065 + random.between(0, 0.03));
    const tall = height * (0.155 - index * 0.022);
    top -= tall;
    const outline = stoneOutline([middle + random.between(-23, 23), top], half, tall);
    const ink = index % 2 === 0 ? colours.near : colours.far;
    const fill = index === red ? colours.accent : ink;
    pile.push(shape(tremble(outline, sheet.noise, WET_STONE), { fill, filter: WASHED }));
  }
  return pile.join('') + ripples(sheet, { lines: 20, top: 0.86, bottom: 0.96, longest: 340, colours: [colours.near] });
}

/** A flat pebble whose upper edge touches `place`. */
function stoneOutline([x, y]: Point, half: number, tall: number): Point[] {
  const at = (right: number, down: number): Point => [x + half * right, y + tall * down];
  return [
    ...curve(at(-1, 0.6), at(-1, 0), at(-0.4, -0.15), at(0.1, 0)),
    ...curve(at(0.1, 0), at(0.7, 0.04), at(1.02, 0.2), at(1, 0.6)),
    ...curve(at(1, 0.6), at(0.9, 1.05), at(-0.9, 1.06), at(-1, 0.6)),
  ];
}
