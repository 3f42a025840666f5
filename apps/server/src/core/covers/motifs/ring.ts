import { arc, BRUSH_EDGE, type Point, tremble } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { group, line } from '../drawing/svg.ts';
import { sun } from '../strokes/sun.ts';

const HAIRS = 46;

type Layout = { start: number; sun: Point };

const LAYOUTS: [Layout, ...Layout[]] = [
  { start: -2.2, sun: [0.76, 0.77] },
  { start: -0.9, sun: [0.24, 0.74] },
  { start: 2.4, sun: [0.5, 0.5] },
  { start: 0.7, sun: [0.25, 0.26] },
  { start: -3, sun: [0.75, 0.24] },
];

/** 圆: one turn of a broad brush that runs dry. */
export function ring(sheet: Sheet): string {
  const layout = chosen(sheet, LAYOUTS);
  const hairs = Array.from({ length: HAIRS }, (_, hair) => hairLine(sheet, hair / (HAIRS - 1), layout.start));
  const brush = { stroke: sheet.colours.near, fill: 'none', 'stroke-linecap': 'round' };
  return group(brush, ...hairs) + sun(sheet, layout.sun, 0.03);
}

/** The trace of one hair of the brush, 0 its inner edge and 1 its outer: the hairs at the edges run dry first. */
function hairLine({ width, height, random, noise }: Sheet, across: number, start: number): string {
  const radius = height * (0.3 + (across - 0.5) * 0.12) + random.between(0, 2);
  const from = start + random.between(0, 0.1) + Math.abs(across - 0.5) * 0.16;
  const lack = random.between(0, 1) * random.between(0, 1) * 2.6 + Math.abs(across - 0.4) * 0.7;
  const trace = arc([width / 2, height / 2], [radius, radius], from, from + 5.75 - lack);
  return line(tremble(trace, noise, BRUSH_EDGE), {
    'stroke-width': random.between(1.4, 4.4),
    opacity: random.between(0.45, 0.95),
  });
}
