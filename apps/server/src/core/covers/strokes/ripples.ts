import type { Sheet } from '../drawing/sheet.ts';
import { element, group } from '../drawing/svg.ts';

/** Still water: how many lines, in which band (parts of the height), and the longest line in units of the sheet. */
export type Water = { lines: number; top: number; bottom: number; longest: number; colours: readonly string[] };

/** Thin level strokes that make a ground read as water. */
export function ripples({ width, height, random }: Sheet, water: Water): string {
  const strokes = Array.from({ length: water.lines }, (_, index) => {
    const x = random.between(-0.1, 1) * width;
    const y = random.between(water.top, water.bottom) * height;
    const length = random.between(40, water.longest);
    return element('path', {
      d: `M${Math.round(x)} ${Math.round(y)}h${Math.round(length)}`,
      stroke: water.colours[index % water.colours.length] ?? 'none',
      'stroke-width': random.between(0.7, 2.2),
      opacity: random.between(0.12, 0.42),
    });
  });
  return group({ fill: 'none' }, ...strokes);
}
