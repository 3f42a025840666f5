import {
  arc,
  BRUSH_EDGE,
  box,
  CALM_EDGE,
  curve,
  group,
  line,
  oval,
  type Point,
  paint,
  shape,
  svgElement,
  tremble,
  WASHED,
} from './brush.ts';
import { chosen, type Sheet } from './sheet.ts';
import { facing, inked, pointAt, ridge, rim, stroke, sun } from './strokes.ts';

const LEAVES = 34;
const TILE = 46;

/** 窗: a round gate in a wall, and a branch in the light behind it. */
export function gate(sheet: Sheet): string {
  const { width, height, colours, noise } = sheet;
  const middle: Point = [width * chosen(sheet, [0.62, 0.38, 0.5, 0.66, 0.34]), height * 0.52];
  const radius = height * 0.36;
  const opening = tremble(oval(middle, [radius, radius]), noise, { reach: 3, bay: 60 });
  const clip = svgElement('clipPath', { id: 'gate' }, shape(opening, {}));
  const sky = svgElement('rect', { width, height, fill: colours.sky });
  const wall = svgElement('rect', { width, height, fill: colours.far, opacity: 0.26 });
  return [
    wall,
    inked(sheet, box(-20, height * 0.9, width + 40, height * 0.2), { fill: colours.near, opacity: 0.8 }, CALM_EDGE),
    clip,
    group({ 'clip-path': paint('gate') }, sky, viewThroughGate(sheet, middle, radius)),
    rim(opening, { stroke: colours.near, 'stroke-width': 11, opacity: 0.9 }),
    rim(oval(middle, [radius + 24, radius + 24]), { stroke: colours.near, 'stroke-width': 2, opacity: 0.55 }),
    eaves(sheet),
  ].join('');
}

function viewThroughGate(sheet: Sheet, [x, y]: Point, radius: number): string {
  const { width, height, colours, random } = sheet;
  const hill = ridge(sheet, { level: y + radius * 0.15, rise: height * 0.1, foot: y + radius * 1.2 });
  const branch = curve(
    [x - radius * 1.1, y + radius * 0.9],
    [x - radius * 0.2, y + radius * 0.2],
    [x + radius * 0.5, y - radius * 0.7],
  );
  const leaves = Array.from({ length: LEAVES }, (_, index) => {
    const from = pointAt(branch, random.between(0.15, 1));
    const look = { fill: index % 3 === 0 ? colours.far : colours.near, opacity: random.between(0.55, 0.95) };
    return shape(leaf(from, random.between(-2.6, 0.6), random.between(34, 84)), look);
  });
  return [
    shape(hill, { fill: colours.far, filter: WASHED, opacity: 0.6 }),
    sun(sheet, [(x + radius * 0.34) / width, (y - radius * 0.36) / height], 0.085),
    stroke(sheet, branch, [13, 3], { fill: colours.near }),
    ...leaves,
  ].join('');
}

function leaf([x, y]: Point, angle: number, length: number): Point[] {
  const at = (turn: number, part: number): Point => [
    x + Math.cos(angle + turn) * length * part,
    y + Math.sin(angle + turn) * length * part,
  ];
  const tip = at(0, 1);
  return [...curve([x, y], at(-0.5, 0.6), tip), ...curve(tip, at(0.5, 0.6), [x, y])];
}

/** Row of round tiles along the upper edge. */
function eaves({ width, height, colours, noise }: Sheet): string {
  const tiles = Array.from({ length: Math.ceil(width / TILE) }, (_, index) =>
    shape(tremble(arc([index * TILE + 10, height * 0.02], [24, 17], 0, Math.PI), noise, { reach: 2, bay: 20 }), {}),
  );
  const beam = svgElement('rect', { width, height: height * 0.025 });
  return group({ fill: colours.near, opacity: 0.88 }, beam, ...tiles);
}

/** Twigs of the plum: where on the branch, how far in parts of the sheet, and how thick. */
const PLUM_TWIGS = [
  { from: 0.34, right: 0.2, down: -0.3, thick: 18 },
  { from: 0.5, right: 0.3, down: 0.14, thick: 14 },
  { from: 0.62, right: -0.06, down: -0.3, thick: 12 },
  { from: 0.74, right: 0.26, down: 0.1, thick: 10 },
  { from: 0.22, right: 0.24, down: 0.18, thick: 16 },
  { from: 0.86, right: 0.16, down: 0.04, thick: 6 },
];

/** 梅: an old branch of plum with few blossoms. */
export function plum(sheet: Sheet): string {
  const { width, height, colours, random } = sheet;
  const { side, at } = facing(sheet);
  const branch = curve(at(-0.04, 0.98), at(0.2, 0.74), at(0.26, 0.36), at(0.56, 0.52), at(0.78, 0.16));
  const twigs = PLUM_TWIGS.map(({ from, right, down, thick }) => {
    const [x, y] = pointAt(branch, from);
    const end: Point = [x + side * right * width, y + down * height];
    return { thick, spine: curve([x, y], [x + side * right * width * 0.3, y + down * height * 0.75], end) };
  });
  const places = [
    ...twigs.flatMap(({ spine }) => [0.42, 0.68, 0.86, 1].map((part) => pointAt(spine, part))),
    ...[0.55, 0.7, 0.82, 0.92, 1].map((part) => pointAt(branch, part)),
  ];
  const blossoms = places.map(([x, y], index) => {
    const place: Point = [x + random.between(-9, 9), y + random.between(-9, 9)];
    const radius = random.between(13, 21);
    return (index * 7) % 5 < 3 ? blossom(sheet, place, radius, index % 3 !== 1) : '';
  });
  return [
    sun(sheet, [side > 0 ? 0.74 : 0.26, 0.68], 0.12, 0.16),
    stroke(sheet, branch, [48, 5], { fill: colours.near, filter: WASHED }, { reach: 9, bay: 26 }),
    ...twigs.map(({ spine, thick }) =>
      stroke(sheet, spine, [thick, 2], { fill: colours.near, opacity: 0.94 }, { reach: 6, bay: 22 }),
    ),
    ...blossoms,
    ...Array.from({ length: 6 }, () => fallenPetal(sheet)),
  ].join('');
}

/** Five petals and their stamens, or the two petals of a bud. */
function blossom(sheet: Sheet, [x, y]: Point, radius: number, isOpen: boolean): string {
  const { colours, random } = sheet;
  const first = random.between(0, 2 * Math.PI);
  const towards = (angle: number, part: number): Point => [
    x + Math.cos(angle) * radius * part,
    y + Math.sin(angle) * radius * part,
  ];
  const petals = Array.from({ length: isOpen ? 5 : 2 }, (_, index) => {
    const angle = first + (index / 5) * 2 * Math.PI;
    const outline = oval(towards(angle, 0.78), [radius * 0.66, radius * 0.58], angle);
    const look = { fill: colours.accent, opacity: index % 2 === 0 ? 0.78 : 0.92 };
    return inked(sheet, outline, look, { reach: 2, bay: 16 });
  });
  const stamens = Array.from({ length: isOpen ? 7 : 0 }, (_, index) =>
    line([[x, y], towards(first + index * 0.9, 0.62)], {}),
  );
  return petals.join('') + group({ stroke: colours.sky, 'stroke-width': 1.6, opacity: 0.9 }, ...stamens);
}

function fallenPetal({ width, height, colours, random }: Sheet): string {
  const place: Point = [random.between(0.3, 0.95) * width, random.between(0.62, 0.95) * height];
  const outline = oval(place, [random.between(5, 9), random.between(3, 5)], random.between(0, 3));
  return shape(outline, { fill: colours.accent, opacity: random.between(0.35, 0.75) });
}

/** Clouds of needles from the crown down: place and size in parts of the sheet and its height. */
const CLOUDS = [
  { x: 0.52, y: 0.14, wide: 0.22, tall: 0.06 },
  { x: 0.66, y: 0.28, wide: 0.25, tall: 0.062 },
  { x: 0.34, y: 0.34, wide: 0.22, tall: 0.056 },
  { x: 0.8, y: 0.42, wide: 0.22, tall: 0.053 },
  { x: 0.47, y: 0.5, wide: 0.21, tall: 0.05 },
  { x: 0.16, y: 0.52, wide: 0.165, tall: 0.044 },
];
const NEEDLES = 110;

type Cloud = { place: Point; wide: number; tall: number };

/** 松: flat clouds of needles on a leaning trunk. */
export function pine(sheet: Sheet): string {
  const { height, colours } = sheet;
  const { side, at } = facing(sheet);
  const trunk = curve(at(0.2, 1.05), at(0.3, 0.7), at(0.22, 0.48), at(0.46, 0.3), at(0.52, 0.1));
  const hills = ridge(sheet, { level: height * 0.8, rise: height * 0.08, foot: height });
  const clouds = CLOUDS.map(({ x, y, wide, tall }, index) => {
    const place = at(x, y);
    const from = pointAt(trunk, 0.3 + (5 - index) * 0.12);
    const end: Point = [place[0], place[1] + 16];
    const bough = curve(from, [(from[0] + end[0]) / 2, place[1] + 26], end);
    return {
      bough: stroke(sheet, bough, [13, 4], { fill: colours.near }),
      cloud: { place, wide: wide * height, tall: tall * height },
    };
  });
  // all clouds share a wash, the slowest part of the picture
  const shade = clouds.map(({ cloud }) => shadeOf(sheet, cloud));
  return [
    sun(sheet, [side > 0 ? 0.84 : 0.16, 0.2], 0.085),
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.5 }),
    stroke(sheet, trunk, [54, 12], { fill: colours.near, filter: WASHED }, { reach: 9, bay: 24 }),
    group({ fill: colours.near, opacity: 0.22, filter: WASHED }, ...shade),
    ...clouds.map(({ bough, cloud }) => bough + needles(sheet, cloud)),
  ].join('');
}

function shadeOf(sheet: Sheet, { place: [x, y], wide, tall }: Cloud): string {
  return inked(sheet, oval([x, y + 8], [wide * 0.96, tall * 0.72]), {}, CALM_EDGE);
}

/** Needles that stand on a flat base, leaning outwards. */
function needles({ colours, random }: Sheet, { place: [x, y], wide, tall }: Cloud): string {
  const strokes = Array.from({ length: NEEDLES }, () => {
    const across = random.between(-1, 1);
    const from: Point = [x + across * wide, y + 20 - random.between(0, 1) * tall * Math.sqrt(1 - across ** 2)];
    const angle = across * 0.9 - Math.PI / 2 + random.between(-0.5, 0.5);
    const length = random.between(16, 34);
    return line([from, [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length]], {});
  });
  return group({ stroke: colours.near, 'stroke-width': 2, opacity: 0.86 }, ...strokes);
}

type TreeLayout = { x: number; way: 1 | -1 };

const TREE_LAYOUTS: [TreeLayout, ...TreeLayout[]] = [
  { x: 0.72, way: -1 },
  { x: 0.28, way: 1 },
  { x: 0.62, way: -1 },
  { x: 0.36, way: 1 },
  { x: 0.78, way: -1 },
];

/** 雪: a bare tree in a field of snow, and footprints that lead away. */
export function snow(sheet: Sheet): string {
  const { width, height, colours, noise, random } = sheet;
  const { x, way } = chosen(sheet, TREE_LAYOUTS);
  const edge = tremble(
    curve(
      [-40, height * 0.74],
      [width * 0.3, height * 0.62],
      [width * 0.6, height * 0.74],
      [width + 40, height * 0.66],
    ),
    noise,
    CALM_EDGE,
  );
  const hills = ridge(sheet, { level: height * 0.5, rise: height * 0.1, foot: height * 0.8 });
  const flakes = Array.from({ length: 110 }, () =>
    svgElement('circle', {
      cx: random.between(0, width),
      cy: random.between(0, height),
      r: random.between(1.4, 4.2),
      opacity: random.between(0.5, 1),
    }),
  );
  return [
    svgElement('rect', { width, height, fill: colours.far, opacity: 0.42 }),
    sun(sheet, [x > 0.5 ? 0.24 : 0.76, 0.24], 0.06),
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.7 }),
    shape([...edge, [width + 40, height + 20], [-40, height + 20]], { fill: colours.sky }),
    line(edge, { stroke: colours.far, 'stroke-width': 2, opacity: 0.5 }),
    group(
      { fill: colours.near },
      bareTree(sheet, {
        from: [x * width, height * 0.73],
        angle: -Math.PI / 2,
        length: height * 0.17,
        thick: 22,
        forks: 5,
      }),
    ),
    footprints(sheet, x, way),
    group({ fill: colours.sky }, ...flakes),
  ].join('');
}

type Bough = { from: Point; angle: number; length: number; thick: number; forks: number };

/** Draws a bough and all that grow from its end. */
function bareTree(sheet: Sheet, { from, angle, length, thick, forks }: Bough): string {
  const end: Point = [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
  const bend: Point = [from[0] + Math.cos(angle + 0.2) * length * 0.5, from[1] + Math.sin(angle + 0.2) * length * 0.5];
  const bough = stroke(sheet, curve(from, bend, end), [thick, thick * 0.62], {}, { ...BRUSH_EDGE, bay: 24 });
  const turns = forks > 3 ? [-0.5, 0.12, 0.55] : [-0.42, 0.38];
  const grown = (forks > 0 ? turns : []).map((turn) =>
    bareTree(sheet, {
      from: end,
      angle: angle + turn + sheet.random.between(-0.14, 0.14),
      length: length * sheet.random.between(0.66, 0.82),
      thick: thick * 0.62,
      forks: forks - 1,
    }),
  );
  return bough + grown.join('');
}

function footprints({ width, height, colours }: Sheet, x: number, way: number): string {
  const steps = Array.from({ length: 15 }, (_, index) => {
    const near = index / 14;
    const side = (index % 2 === 0 ? -3 : 9) * (1 + near);
    const place: Point = [x * width + way * (70 + near * width * 0.5), height * (0.735 + near ** 2 * 0.25) + side];
    return shape(oval(place, [5 + near * 8, 2.4 + near * 3.6], way * 0.3), { opacity: 0.35 + near * 0.3 });
  });
  return group({ fill: colours.near }, ...steps);
}
