import { arc, BRUSH_EDGE, type Point, tremble } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { shape } from '../drawing/svg.ts';

/** A sun or a moon, cut by hand. Its place is in parts of the sheet's width and height, its radius in parts of the height. */
export function sun(sheet: Sheet, [x, y]: Point, radius: number, opacity = 1): string {
  const { width, height, colours, noise } = sheet;
  const size = radius * height;
  const round = arc([x * width, y * height], [size, size], 0, 2 * Math.PI);
  return shape(tremble(round, noise, BRUSH_EDGE), { fill: colours.accent, opacity });
}
