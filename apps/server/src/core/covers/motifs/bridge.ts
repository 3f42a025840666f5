import { WASHED } from '../drawing/filters.ts';
import { arc, BRUSH_EDGE, curve, type Point, straight, tremble } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { group, shape } from '../drawing/svg.ts';
import { boat } from '../strokes/boat.ts';
import { ridge } from '../strokes/ridge.ts';
import { ripples } from '../strokes/ripples.ts';
import { sun } from '../strokes/sun.ts';

const WATER = 0.6;

type Layout = { bridge: number; sun: Point; boat: Point };

const LAYOUTS: [Layout, ...Layout[]] = [
  { bridge: 0.56, sun: [0.2, 0.25], boat: [0.2, 0.77] },
  { bridge: 0.44, sun: [0.8, 0.22], boat: [0.78, 0.74] },
  { bridge: 0.6, sun: [0.6, 0.47], boat: [0.26, 0.7] },
  { bridge: 0.4, sun: [0.66, 0.2], boat: [0.72, 0.8] },
  { bridge: 0.52, sun: [0.3, 0.18], boat: [0.52, 0.7] },
];

/** 桥: a stone arch and its reflection. */
export function bridge(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const layout = chosen(sheet, LAYOUTS);
  const water = height * WATER;
  const hills = ridge(sheet, { level: height * 0.5, rise: height * 0.1, foot: water });
  const arch = tremble(archOutline([layout.bridge * width, water], height * 0.27), sheet.noise, BRUSH_EDGE);
  const stone = shape(arch, { fill: colours.near, filter: WASHED });
  const reflection = `matrix(1 0 0 -.92 0 ${water * 1.92})`;
  return [
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.55 }),
    sun(sheet, layout.sun, 0.06),
    stone,
    group({ transform: reflection, opacity: 0.3 }, stone),
    ripples(sheet, { lines: 26, top: WATER + 0.01, bottom: WATER + 0.35, longest: 280, colours: [colours.near] }),
    boat(sheet, layout.boat),
  ].join('');
}

/** Steps up, over, and down again; below them a half ellipse cut out. */
function archOutline([x, y]: Point, span: number): Point[] {
  const at = (right: number, up: number): Point => [x + span * right, y - span * up];
  return [
    ...curve(at(-2.1, 0), at(-0.9, 0.35), at(-0.62, 1.02)),
    ...curve(at(-0.62, 1.02), at(0, 1.5), at(0.62, 1.02)),
    ...curve(at(0.62, 1.02), at(0.9, 0.35), at(2.1, 0)),
    ...straight(at(2.1, 0), at(0.86, 0)),
    ...arc([x, y], [span * 0.86, span * 0.95], 0, -Math.PI),
    ...straight(at(-0.86, 0), at(-2.1, 0)),
  ];
}
