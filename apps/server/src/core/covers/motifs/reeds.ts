import { WASHED } from '../drawing/filters.ts';
import { curve, type Point, taper } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { element, group, shape } from '../drawing/svg.ts';
import { birds } from '../strokes/birds.ts';
import { boat } from '../strokes/boat.ts';
import { ridge } from '../strokes/ridge.ts';
import { ripples } from '../strokes/ripples.ts';
import { sun } from '../strokes/sun.ts';

const REEDS = 44;

type Layout = { bank: 'left' | 'right'; sun: Point; boat: Point };

const LAYOUTS: [Layout, ...Layout[]] = [
  { bank: 'right', sun: [0.3, 0.36], boat: [0.2, 0.74] },
  { bank: 'left', sun: [0.7, 0.32], boat: [0.8, 0.76] },
  { bank: 'right', sun: [0.46, 0.28], boat: [0.34, 0.8] },
  { bank: 'left', sun: [0.52, 0.4], boat: [0.66, 0.73] },
  { bank: 'right', sun: [0.64, 0.34], boat: [0.24, 0.78] },
];

/** 苇: reeds at the edge of still water, a low sun. */
export function reeds(sheet: Sheet): string {
  const { height, colours } = sheet;
  const layout = chosen(sheet, LAYOUTS);
  const shore = ridge(sheet, { level: height * 0.66, rise: height * 0.06, foot: height * 0.72 });
  const water = {
    lines: 22,
    top: 0.72,
    bottom: 0.98,
    longest: 310,
    colours: [colours.accent, colours.far, colours.far, colours.far],
  };
  const stems = Array.from({ length: REEDS }, (_, index) => reed(sheet, layout.bank, index % 4 === 0));
  return [
    sun(sheet, layout.sun, 0.13, 0.92),
    shape(shore, { fill: colours.far, filter: WASHED, opacity: 0.5 }),
    group({ fill: colours.near }, ...stems),
    ripples(sheet, water),
    boat(sheet, layout.boat),
    birds(sheet, layout.sun),
  ].join('');
}

/** One reed, bent by the wind towards the water; some carry an ear. */
function reed({ width, height, random }: Sheet, bank: Layout['bank'], eared: boolean): string {
  const side = bank === 'right' ? 1 : -1;
  const fromMiddle = random.between(0.02, 0.52) * width * side;
  const root: Point = [width / 2 + fromMiddle, height * 1.02];
  const tall = height * random.between(0.2, 0.78);
  const lean = random.between(-0.65, 0.35) * 190 * side;
  const tip: Point = [root[0] + lean, root[1] - tall];
  const spine = curve(root, [root[0] + lean * 0.1, root[1] - tall * 0.6], tip);
  const stem = shape(taper(spine, random.between(1.6, 5), 0.8), { opacity: random.between(0.35, 0.98) });
  return eared ? stem + ear(tip, lean * 0.16) : stem;
}

function ear([x, y]: Point, tilt: number): string {
  return element('ellipse', { cx: x, cy: y, rx: 5, ry: 24, transform: `rotate(${tilt} ${x} ${y})`, opacity: 0.85 });
}
