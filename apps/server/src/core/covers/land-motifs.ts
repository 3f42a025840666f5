import {
  BRUSH_EDGE,
  box,
  curve,
  line,
  oval,
  type Point,
  paint,
  shape,
  straight,
  svgElement,
  tremble,
  WASHED,
} from './brush.ts';
import { chosen, type Sheet } from './sheet.ts';
import { birds, inked, ridge, stroke, sun } from './strokes.ts';

type PagodaLayout = { x: number; sun: number };

const PAGODA_LAYOUTS: [PagodaLayout, ...PagodaLayout[]] = [
  { x: 0.68, sun: 0.28 },
  { x: 0.3, sun: 0.74 },
  { x: 0.56, sun: 0.2 },
  { x: 0.42, sun: 0.8 },
  { x: 0.74, sun: 0.42 },
];
const STOREYS = 7;
const LIT_STOREY = 3;

/** 塔: a pagoda above the mist, with one lit window. */
export function pagoda(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const layout = chosen(sheet, PAGODA_LAYOUTS);
  const farHills = ridge(sheet, { level: height * 0.52, rise: height * 0.12, foot: height });
  const mist = svgElement(
    'linearGradient',
    { id: 'mist', x2: 0, y2: 1 },
    svgElement('stop', { 'stop-color': colours.foot, 'stop-opacity': 0 }),
    svgElement('stop', { offset: 1, 'stop-color': colours.foot, 'stop-opacity': 0.96 }),
  );
  const storeys = tower(sheet, layout.x * width);
  const nearHills = ridge(sheet, { level: height * 0.88, rise: height * 0.07, foot: height * 1.1 });
  return [
    sun(sheet, [layout.sun, 0.26], 0.075),
    shape(farHills, { fill: colours.far, filter: WASHED, opacity: 0.5 }),
    storeys,
    mist,
    svgElement('rect', { y: height * 0.56, width, height: height * 0.44, fill: paint('mist') }),
    shape(nearHills, { fill: colours.near, filter: WASHED, opacity: 0.9 }),
    birds(sheet, [layout.sun, 0.26]),
  ].join('');
}

function tower(sheet: Sheet, x: number): string {
  const { height, colours } = sheet;
  const drawn: string[] = [];
  let foot = height * 0.86;
  let wide = height * 0.2;
  for (let storey = 0; storey < STOREYS; storey++) {
    const tall = height * 0.088 - storey * 2.2;
    drawn.push(drawStorey(sheet, { x, foot, wide, tall }, storey));
    foot -= tall;
    wide *= 0.875;
  }
  const spire = stroke(sheet, straight([x, foot], [x, foot - height * 0.085]), [9, 2], { fill: colours.near });
  return drawn.join('') + spire + shape(oval([x, foot - height * 0.03], [8, 5]), { fill: colours.near });
}

type Storey = { x: number; foot: number; wide: number; tall: number };

function drawStorey(sheet: Sheet, { x, foot, wide, tall }: Storey, storey: number): string {
  const { colours } = sheet;
  const wall = wide * 0.38;
  const isLit = storey === LIT_STOREY;
  const window = box(x - wall * 0.22, foot - tall * 0.72, wall * 0.44, tall * 0.5);
  const light = { fill: isLit ? colours.accent : colours.sky, opacity: isLit ? 0.95 : 0.5 };
  return [
    inked(sheet, box(x - wall, foot - tall, wall * 2, tall), { fill: colours.near, opacity: 0.82 }),
    storey < STOREYS - 1 ? inked(sheet, window, light, { reach: 2, bay: 20 }) : '',
    inked(sheet, upturnedRoof([x, foot - tall], wide, tall), { fill: colours.near }),
  ].join('');
}

function upturnedRoof([x, y]: Point, wide: number, tall: number): Point[] {
  const [eave, wall] = [wide * 0.68, wide * 0.38 * 0.8];
  const up = y - tall * 0.3;
  return [
    ...curve([x - eave, y + 4], [x - eave * 0.5, y - 3], [x - wall, up]),
    ...straight([x - wall, up], [x + wall, up]),
    ...curve([x + wall, up], [x + eave * 0.5, y - 3], [x + eave, y + 4]),
    ...curve([x + eave, y + 4], [x, y + 12], [x - eave, y + 4]),
  ];
}

const TERRACES = 9;
const TERRACE_STEP = 12;

/** Upper edge of a terrace, its distance (0 far, 1 near), and the width of its bank. */
type Terrace = { edge: Point[]; near: number; bank: number };

/** 田: terraces full of water, seen from the pass; somebody in a red hat. */
export function terraces(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const way = chosen(sheet, [1, -1]);
  const hills = ridge(sheet, { level: height * 0.2, rise: height * 0.08, foot: height * 0.5 });
  const sway = sheet.random.between(0, 2 * Math.PI);
  const fields = Array.from({ length: TERRACES }, (_, index) => terrace(sheet, index, { sway, way }));
  return [
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.55 }),
    sun(sheet, [way > 0 ? 0.76 : 0.24, 0.17], 0.07),
    ...fields.map((field, index) => flooded(sheet, field, index)),
    farmer(sheet, [width * (way > 0 ? 0.3 : 0.7), height * 0.62]),
  ].join('');
}

function terrace(sheet: Sheet, index: number, { sway, way }: { sway: number; way: number }): Terrace {
  const { width, height, noise } = sheet;
  const near = index / (TERRACES - 1);
  const level = height * (0.3 + near ** 1.5 * 0.62);
  const rise = height * (0.03 + near * 0.07);
  const points: Point[] = [];
  for (let x = -40; x <= width + 40; x += TERRACE_STEP) {
    const part = x / width;
    const slow = Math.sin(part * 5.2 * way + sway + index * 0.42);
    const quick = Math.sin(part * 11 + index * 1.1 + sway);
    points.push([x, level + slow * rise + quick * rise * 0.35]);
  }
  return { edge: tremble(points, noise, { reach: 6, bay: 60 }), near, bank: 5 + near * 12 };
}

/** Water of a terrace with its bank; every fourth is a wash, since one takes as long as all the rest. */
function flooded(sheet: Sheet, { edge, near, bank }: Terrace, index: number): string {
  const { width, height, colours, random } = sheet;
  const field: Point[] = [...edge, [width + 40, height + 40], [-40, height + 40]];
  const lower = edge.map(([x, y], at): Point => [x, y + bank * (0.5 + 0.5 * Math.sin(at * 0.165 + index * 2))]);
  const glints = Array.from({ length: index > 3 ? 7 : 0 }, () => {
    const [x, y] = edge[random.whole(6, edge.length - 7)] ?? [0, 0];
    const down = y + random.between(0.02, 0.05) * height * (1 + near);
    return line(
      [
        [x, down],
        [x + random.between(24, 90), down],
      ],
      { stroke: colours.near, 'stroke-width': 1.3, opacity: 0.3 },
    );
  });
  return [
    shape(field, { fill: index % 2 === 0 ? colours.foot : colours.sky }),
    shape(field, {
      fill: colours.far,
      opacity: 0.12 + (index % 3) * 0.14,
      ...(index % 4 === 1 && { filter: WASHED }),
    }),
    shape([...edge, ...lower.reverse()], { fill: colours.near, opacity: 0.9 }),
    ...glints,
  ].join('');
}

function farmer(sheet: Sheet, [x, y]: Point): string {
  const body = stroke(sheet, straight([x, y], [x + 2, y - 40]), [15, 9], { fill: sheet.colours.near }, BRUSH_EDGE);
  const hat = straight([x - 25, y - 36], [x + 2, y - 58], [x + 29, y - 36]);
  return body + shape(hat, { fill: sheet.colours.accent });
}
