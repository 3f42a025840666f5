import { WASHED } from '../drawing/filters.ts';
import type { Point } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { element, group, paint, shape } from '../drawing/svg.ts';
import { birds } from '../strokes/birds.ts';
import { ridge } from '../strokes/ridge.ts';
import { sun } from '../strokes/sun.ts';

const CHAINS = 4;

const SUN_PLACES: [Point, ...Point[]] = [
  [0.24, 0.26],
  [0.7, 0.22],
  [0.42, 0.2],
  [0.8, 0.3],
  [0.56, 0.25],
];

/** 山: chains of mountains that stand in mist, a sun above them. */
export function mountains(sheet: Sheet): string {
  const chains = Array.from({ length: CHAINS }, (_, chain) => mountainChain(sheet, chain));
  const place = chosen(sheet, SUN_PLACES);
  // Two chains share one wash: it is the slowest part of the picture.
  const far = group({ filter: WASHED }, ...chains.slice(0, CHAINS / 2));
  const near = group({ filter: WASHED }, ...chains.slice(CHAINS / 2));
  return sun(sheet, place, 0.06) + far + near + birds(sheet, place);
}

/** One chain, dark at its crest and lost in mist at its foot. */
function mountainChain(sheet: Sheet, chain: number): string {
  const { height, colours } = sheet;
  const nearness = chain / (CHAINS - 1);
  const level = height * (0.5 + nearness * 0.3);
  const outline = ridge(sheet, { level, rise: height * (0.2 - nearness * 0.06), foot: height + 60 });
  const mist = {
    id: `chain-${chain}`,
    from: level - height * 0.3,
    to: level + height * (0.18 + nearness * 0.2),
    colour: nearness < 0.5 ? colours.far : colours.near,
    strength: 0.5 + nearness * 0.5,
  };
  return mistGradient(mist) + shape(outline, { fill: paint(mist.id) });
}

type Mist = { id: string; from: number; to: number; colour: string; strength: number };

function mistGradient({ id, from, to, colour, strength }: Mist): string {
  return element(
    'linearGradient',
    { id, gradientUnits: 'userSpaceOnUse', x1: 0, x2: 0, y1: from, y2: to },
    element('stop', { offset: 0.1, 'stop-color': colour, 'stop-opacity': strength }),
    element('stop', { offset: 1, 'stop-color': colour, 'stop-opacity': 0 }),
  );
}
