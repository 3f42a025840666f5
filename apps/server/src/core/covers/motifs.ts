import {
  arc,
  BRUSH_EDGE,
  box,
  curve,
  group,
  line,
  type Point,
  paint,
  shape,
  straight,
  svgElement,
  taper,
  tremble,
  WASHED,
} from './brush.ts';
import { books, teapot, umbrella } from './desk-motifs.ts';
import { gate, pine, plum, snow } from './garden-motifs.ts';
import { pagoda, terraces } from './land-motifs.ts';
import { chosen, type Motif, type Sheet } from './sheet.ts';
import { fish, fishing, lotus } from './shore-motifs.ts';
import { birds, ridge, sun } from './strokes.ts';
import { bridge, rain, reeds, stones } from './water-motifs.ts';

/** Motifs by their index in a cover's number: 山 桥 竹 圆 雨 栏 苇 石 舟 窗 梅 塔 松 雪 伞 书 壶 鱼 荷 田. */
export const motifs: readonly Motif[] = [
  mountains,
  bridge,
  bamboo,
  ring,
  rain,
  calligraphy,
  reeds,
  stones,
  fishing,
  gate,
  plum,
  pagoda,
  pine,
  snow,
  umbrella,
  books,
  teapot,
  fish,
  lotus,
  terraces,
];

const STALKS_IN_GROVE = 3;
const JOINTS = 5;

const BAMBOO_SUNS: [Point, ...Point[]] = [
  [0.72, 0.34],
  [0.26, 0.3],
  [0.6, 0.42],
  [0.36, 0.46],
  [0.78, 0.26],
];

type Distance = 'near' | 'far';
type Stalk = { foot: number; lean: number; thickness: number; colour: string; opacity: number; leaves: number };

/** 竹: thin bamboo in the distance, thick bamboo before a large sun. */
function bamboo(sheet: Sheet): string {
  const nearSide = chosen(sheet, ['right', 'left', 'right', 'left', 'right']);
  const [near, far] = nearSide === 'right' ? [0.55, 0.1] : [0.1, 0.55];
  return [
    sun(sheet, chosen(sheet, BAMBOO_SUNS), 0.115, 0.85),
    group({ filter: WASHED }, grove(sheet, far, 'far')),
    grove(sheet, near, 'near'),
  ].join('');
}

/** Stalks side by side, the first at `from` in parts of the sheet's width. */
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

/** Draws a segment of cane and the knot above it. */
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

/** Ruled part of the page: edges, and width of its columns. */
type Page = { left: number; top: number; width: number; height: number; columns: number; column: number };

/** 栏: ruled letter paper, written from right to left, with a seal at the end. */
function calligraphy(sheet: Sheet): string {
  const page = ruledPage(sheet);
  const blank = chosen(sheet, [3, 4, 2, 5, 3]);
  const written: string[] = [];
  for (let column = page.columns - 1; column >= blank; column--) {
    const last = column === blank;
    const filled = last ? sheet.random.between(0.25, 0.5) : sheet.random.between(0.62, 1);
    written.push(...writeColumn(sheet, page, column, filled));
  }
  const writing = group({ fill: sheet.colours.script, opacity: 0.9 }, ...written);
  return rules(sheet, page) + writing + seal(sheet, page, blank - 2);
}

function ruledPage({ shape: format, width, height }: Sheet): Page {
  const columns = format === 'banner' ? 25 : 13;
  const left = width * 0.1;
  return {
    left,
    top: height * 0.1,
    width: width - 2 * left,
    height: height * 0.8,
    columns,
    column: (width - 2 * left) / columns,
  };
}

function rules({ colours }: Sheet, page: Page): string {
  const ruled = Array.from({ length: page.columns + 1 }, (_, index) => {
    const x = page.left + index * page.column;
    const ends: Point[] = [
      [x, page.top],
      [x, page.top + page.height],
    ];
    return line(ends, { 'stroke-width': 1.6, opacity: 0.55 });
  });
  const frame = svgElement('rect', {
    x: page.left - 9,
    y: page.top - 9,
    width: page.width + 18,
    height: page.height + 18,
    'stroke-width': 4,
    opacity: 0.6,
  });
  return group({ stroke: colours.accent, fill: 'none' }, ...ruled, frame);
}

/** Character-like marks down one column, `filled` (0..1) of its length. */
function writeColumn(sheet: Sheet, page: Page, column: number, filled: number): string[] {
  const x = page.left + (column + 0.5) * page.column;
  const end = page.top + page.height * 0.95 * filled;
  const marks: string[] = [];
  for (let y = page.top + page.column * 0.6; y < end; y += page.column * 0.86) {
    const strokes = sheet.random.whole(3, 5);
    for (let stroke = 0; stroke < strokes; stroke++) marks.push(writeStroke(sheet, [x, y], page.column * 0.32));
  }
  return marks;
}

/** Draws a brush stroke, mostly level or upright, thick at its start. */
function writeStroke({ random, noise }: Sheet, [x, y]: Point, size: number): string {
  const upright = random.chance(0.45);
  const startX = x + random.between(-0.5, 0.5) * size - (upright ? 0 : size * 0.7);
  const startY = y + random.between(-0.75, 0.75) * size;
  const bend: Point = [startX + size * 0.3, startY + random.between(-3, 3)];
  const end: Point = upright
    ? [startX + random.between(-7, 7), startY + size * random.between(0.8, 1.5)]
    : [startX + size * random.between(0.9, 1.5), startY + random.between(-6.3, 2.7)];
  const thickness = random.between(4.5, 8.5);
  const mark = taper(curve([startX, startY], bend, end), thickness, thickness * random.between(0.3, 0.9));
  return shape(tremble(mark, noise, BRUSH_EDGE), {});
}

function seal({ colours, noise }: Sheet, page: Page, column: number): string {
  const size = page.column * 0.76;
  const stamp = box(page.left + page.column * (column + 0.12), page.top + page.height * 0.78, size, size);
  return shape(tremble(stamp, noise, BRUSH_EDGE), { fill: colours.accent });
}

const CHAINS = 4;

const MOUNTAIN_SUNS: [Point, ...Point[]] = [
  [0.24, 0.26],
  [0.7, 0.22],
  [0.42, 0.2],
  [0.8, 0.3],
  [0.56, 0.25],
];

/** 山: mountain chains in mist, a sun above them. */
function mountains(sheet: Sheet): string {
  const chains = Array.from({ length: CHAINS }, (_, chain) => mountainChain(sheet, chain));
  const place = chosen(sheet, MOUNTAIN_SUNS);
  // two chains share a wash, the slowest part of the picture
  const far = group({ filter: WASHED }, ...chains.slice(0, CHAINS / 2));
  const near = group({ filter: WASHED }, ...chains.slice(CHAINS / 2));
  return sun(sheet, place, 0.06) + far + near + birds(sheet, place);
}

/** Draws a mountain chain, dark at its crest and fading at its foot. */
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
  return svgElement(
    'linearGradient',
    { id, gradientUnits: 'userSpaceOnUse', x1: 0, x2: 0, y1: from, y2: to },
    svgElement('stop', { offset: 0.1, 'stop-color': colour, 'stop-opacity': strength }),
    svgElement('stop', { offset: 1, 'stop-color': colour, 'stop-opacity': 0 }),
  );
}

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
function ring(sheet: Sheet): string {
  const layout = chosen(sheet, LAYOUTS);
  const hairs = Array.from({ length: HAIRS }, (_, hair) => hairLine(sheet, hair / (HAIRS - 1), layout.start));
  const brush = { stroke: sheet.colours.near, fill: 'none', 'stroke-linecap': 'round' };
  return group(brush, ...hairs) + sun(sheet, layout.sun, 0.03);
}

/** Trace of one bristle, 0 at the inner edge and 1 at the outer: the edges run dry first. */
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
