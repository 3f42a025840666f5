import { curve, type Point } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { group, line, shape } from '../drawing/svg.ts';

/** A small boat with one person standing in it. Its place is in parts of the sheet's width and height. */
export function boat(sheet: Sheet, place: Point): string {
  const x = place[0] * sheet.width;
  const y = place[1] * sheet.height;
  const size = sheet.height * 0.05;
  const bow: Point = [x + size * 1.5, y - size * 0.1];
  const stern: Point = [x - size * 1.5, y];
  const keel = curve(stern, [x, y + size * 0.7], bow);
  const rail = curve(bow, [x + size * 0.1, y + size * 0.1], stern);
  const person = line(
    [
      [x, y + size * 0.1],
      [x, y - size * 0.75],
    ],
    { stroke: sheet.colours.near, 'stroke-width': 3 },
  );
  return group({ fill: sheet.colours.near }, shape([...keel, ...rail], {}), person);
}
