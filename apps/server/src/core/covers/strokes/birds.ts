import { curve, type Point } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { group, line } from '../drawing/svg.ts';

const FLOCK = 5;

/** A few birds far away in the upper part of the sheet, on the side where the sun is not. */
export function birds(sheet: Sheet, [sunX]: Point): string {
  const from = sunX < 0.5 ? 0.6 : 0.14;
  const flock = Array.from({ length: FLOCK }, () => bird(sheet, from));
  return group({ stroke: sheet.colours.near, 'stroke-width': 2, opacity: 0.7 }, ...flock);
}

function bird({ width, height, random }: Sheet, from: number): string {
  const x = width * random.between(from, from + 0.26);
  const y = height * random.between(0.14, 0.28);
  const wing = random.between(7, 15);
  const body: Point = [x, y];
  const left = curve([x - wing, y - wing * 0.3], [x - wing * 0.4, y - wing * 0.6], body);
  const right = curve(body, [x + wing * 0.5, y - wing * 0.6], [x + wing, y - wing * 0.3]);
  return line([...left, ...right], {});
}
