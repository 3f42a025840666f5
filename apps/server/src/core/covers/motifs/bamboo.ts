import { WASHED } from '../drawing/filters.ts';
import { BRUSH_EDGE, curve, type Point, straight, taper, tremble } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { group, shape } from '../drawing/svg.ts';
import { sun } from '../strokes/sun.ts';

const STALKS_IN_GROVE = 3;
const JOINTS = 5;

const SUN_PLACES: [Point, ...Point[]] = [
  [0.72, 0.34],
  [0.26, 0.3],
  [0.6, 0.42],
  [0.36, 0.46],
  [0.78, 0.26],
];

type Distance = 'near' | 'far';
type Stalk = { foot: number; lean: number; thickness: number; colour: string; opacity: number; leaves: number };

/** 竹: thin bamboo far away, thick bamboo before a large sun. */
export function bamboo(sheet: Sheet): string {
  const nearSide = chosen(sheet, ['right', 'left', 'right', 'left', 'right']);
  const [near, far] = nearSide === 'right' ? [0.55, 0.1] : [0.1, 0.55];
  return [
    sun(sheet, chosen(sheet, SUN_PLACES), 0.115, 0.85),
    group({ filter: WASHED }, grove(sheet, far, 'far')),
    grove(sheet, near, 'near'),
  ].join('');
}

/** A few stalks side by side, the first at `from` in parts of the sheet's width. */
function grove(sheet: Sheet, from: number, distance: Distance): string {
  const { width, random, colours } = sheet;
  const stalks = Array.from({ length: STALKS_IN_GROVE }, (_, index) => {
    const foot = width * (from + 0.15 * index + random.between(0, 0.08));
    const lean = random.between(-40, 50);
    return distance === 'near'
      ? { foot, lean, thickness: random.between(13, 21), colour: colours.near, opacity: 0.9, leaves: 9 }
      : { foot, lean, thickness: 7, colour: colours.far, opacity: 0.5, leaves: 5 };
  });
  return stalks.map((stalk) => drawStalk(sheet, stalk)).join('');
}

function drawStalk(sheet: Sheet, stalk: Stalk): string {
  const joints = Array.from({ length: JOINTS }, (_, joint) => drawJoint(sheet, stalk, joint));
  const leaves = Array.from({ length: stalk.leaves }, () => drawLeaf(sheet, stalk));
  return group({ fill: stalk.colour, opacity: stalk.opacity }, ...joints, ...leaves);
}

/** One length of cane, and the knot above it. */
function drawJoint({ height, noise }: Sheet, { foot, lean, thickness }: Stalk, joint: number): string {
  const rise = (height * 1.2) / JOINTS;
  const bottom: Point = [foot + (lean * joint) / JOINTS, height * 1.05 - joint * rise];
  const top: Point = [foot + (lean * (joint + 1)) / JOINTS, bottom[1] - rise + 9];
  const cane = tremble(taper(straight(bottom, top), thickness, thickness * 0.94), noise, BRUSH_EDGE);
  const knotY = top[1] - 4;
  const knot = taper(straight([top[0] - thickness * 0.75, knotY], [top[0] + thickness * 0.75, knotY]), 3.5, 2.5);
  return shape(cane, {}) + shape(tremble(knot, noise, BRUSH_EDGE), {});
}

function drawLeaf({ height, random, noise }: Sheet, { foot, lean }: Stalk): string {
  const y = height * random.between(0.08, 0.63);
  const stem: Point = [foot + lean * (1 - y / height), y];
  const side = random.chance(0.5) ? -1 : 1;
  const length = random.between(70, 180) * side;
  const drop = random.between(20, 90);
  const tip: Point = [stem[0] + length, y + drop];
  const upper = curve(stem, [stem[0] + length * 0.45, y + drop * 0.1], tip);
  const lower = curve(tip, [stem[0] + length * 0.3, y + drop * 0.85], stem);
  return shape(tremble([...upper, ...lower], noise, BRUSH_EDGE), {});
}
