import type { Glyph } from '../typeface/glyph-outline.ts';
import { box, group, line, type Point, svgElement } from './brush.ts';
import { chosen, type Sheet } from './sheet.ts';
import { inked } from './strokes.ts';

type Paper = 'grid' | 'ruled' | 'bare';
type Layout = { paper: Paper; middle: number; seal: number };

/** Papers below a character, by the layout of its number: 米字格, ruled paper twice, bare paper. */
const LAYOUTS: [Layout, ...Layout[]] = [
  { paper: 'grid', middle: 0.5, seal: 0.9 },
  { paper: 'ruled', middle: 0.66, seal: 0.1 },
  { paper: 'ruled', middle: 0.34, seal: 0.86 },
  { paper: 'bare', middle: 0.5, seal: 0.9 },
];

/** Parts of the height: the character, and the height of its middle above the baseline in parts of its own. */
const SIZE = 0.74;
const MIDDLE = 0.38;
const SEAL = 44;

/** 大字: one character of the title on 米字格, ruled or bare paper, with a seal. */
export function largeCharacter(sheet: Sheet, { path, unit }: Glyph): string {
  const { width, height, colours } = sheet;
  const { paper, middle, seal } = chosen(sheet, LAYOUTS);
  const scale = (height * SIZE) / unit;
  const x = middle * width;
  const baseline = height * (0.5 + SIZE * MIDDLE);
  const place = `matrix(${[scale, 0, 0, -scale, x - (height * SIZE) / 2, baseline].map((one) => Number(one.toFixed(4))).join(' ')})`;
  const drawPaper = { grid: () => grid(sheet, x), ruled: () => ruled(sheet), bare: () => '' };
  return [
    drawPaper[paper](),
    svgElement('path', { d: path, fill: colours.script, transform: place }),
    inked(
      sheet,
      box(seal * width - SEAL / 2, height * 0.8, SEAL, SEAL),
      { fill: colours.accent },
      { reach: 3, bay: 26 },
    ),
  ].join('');
}

/** Square with its two axes and diagonals, in which characters are practised. */
function grid({ height, colours }: Sheet, x: number): string {
  const half = height * 0.41;
  const at = (right: number, down: number): Point => [x + right * half, height / 2 + down * half];
  const frame = line([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1), at(-1, -1)], { 'stroke-width': 2.4, opacity: 0.4 });
  const axes = [line([at(-1, 0), at(1, 0)], {}), line([at(0, -1), at(0, 1)], {})];
  const diagonals = [line([at(-1, -1), at(1, 1)], {}), line([at(1, -1), at(-1, 1)], {})];
  const dashed = { 'stroke-width': 1.2, 'stroke-dasharray': '8 8' };
  return group(
    { stroke: colours.accent },
    frame,
    group({ ...dashed, opacity: 0.32 }, ...axes),
    group({ ...dashed, opacity: 0.22 }, ...diagonals),
  );
}

function ruled({ width, height, shape, colours }: Sheet): string {
  const columns = shape === 'banner' ? 20 : 13;
  const [left, right, top, bottom] = [width * 0.05, width * 0.95, height * 0.08, height * 0.92];
  const rules = Array.from({ length: columns + 1 }, (_, index) => {
    const x = left + ((right - left) * index) / columns;
    const ends: Point[] = [
      [x, top],
      [x, bottom],
    ];
    return line(ends, { 'stroke-width': 1.4, opacity: 0.3 });
  });
  const frame: Point[] = [
    [left - 9, top],
    [right + 9, top],
    [right + 9, bottom],
    [left - 9, bottom],
    [left - 9, top],
  ];
  return group({ stroke: colours.accent }, ...rules, line(frame, { 'stroke-width': 3, opacity: 0.34 }));
}
