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
import { chosen, type Sheet } from './sheet.ts';
import { birds, boat, ridge, ripples, sun } from './strokes.ts';

const WATER = 0.6;

type BridgeLayout = { bridge: number; sun: Point; boat: Point };

const BRIDGE_LAYOUTS: [BridgeLayout, ...BridgeLayout[]] = [
  { bridge: 0.56, sun: [0.2, 0.25], boat: [0.2, 0.77] },
  { bridge: 0.44, sun: [0.8, 0.22], boat: [0.78, 0.74] },
  { bridge: 0.6, sun: [0.6, 0.47], boat: [0.26, 0.7] },
  { bridge: 0.4, sun: [0.66, 0.2], boat: [0.72, 0.8] },
  { bridge: 0.52, sun: [0.3, 0.18], boat: [0.52, 0.7] },
];

/** 桥: a stone arch and its reflection. */
export function bridge(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const layout = chosen(sheet, BRIDGE_LAYOUTS);
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

/** Stairs up, across and down; below them half an ellipse is cut out. */
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

const DROPS = 70;

/** House by the left end of its eaves and its size. */
type House = { x: number; y: number; width: number; height: number; strength: number };

/** 雨: two rows of roofs in the south, rain, and one lit window. */
export function rain(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const hills = ridge(sheet, { level: height * 0.46, rise: height * 0.12, foot: height });
  const backRow = rowOfHouses(sheet, { from: -80, level: 0.58, strength: 0.55 });
  const inFront = rowOfHouses(sheet, { from: -40, level: 0.78, strength: 0.95 });
  const awake = nearestHouse(inFront, width * chosen(sheet, [0.66, 0.3, 0.5, 0.76, 0.24]));
  return [
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.5 }),
    ...[...backRow, ...inFront].map((house) => drawHouse(sheet, house)),
    fallingDrops(sheet),
    awake ? lamp(sheet, awake) : '',
  ].join('');
}

function rowOfHouses(sheet: Sheet, row: { from: number; level: number; strength: number }): House[] {
  const { width, height, random } = sheet;
  const houses: House[] = [];
  let x = row.from;
  while (x < width) {
    const house = {
      x,
      y: height * row.level + height * random.between(0, 0.065),
      width: random.between(190, 360),
      height: height * random.between(0.22, 0.32),
      strength: row.strength,
    };
    houses.push(house);
    x += house.width * random.between(0.78, 1.28);
  }
  return houses;
}

function nearestHouse(houses: readonly House[], x: number): House | undefined {
  const distance = (house: House) => Math.abs(house.x + house.width / 2 - x);
  return houses.toSorted((one, other) => distance(one) - distance(other))[0];
}

function drawHouse({ height: ground, colours, noise }: Sheet, house: House): string {
  const { x, y, width, strength } = house;
  const wall = { x: x + width * 0.08, y: y + 14, width: width * 0.84, height: ground - y };
  return [
    shape(tremble(roof(house), noise, BRUSH_EDGE), { fill: colours.near, opacity: strength }),
    svgElement('rect', { ...wall, fill: colours.sky, opacity: 0.8 }),
    shape(tremble(window(house), noise, BRUSH_EDGE), { fill: colours.near, opacity: strength * 0.7 }),
  ].join('');
}

/** Concave curve up to the ridge and down again, with a thin edge below. */
function roof({ x, y, width, height }: House): Point[] {
  const at = (right: number, down: number): Point => [x + width * right, y + height * down];
  return [
    ...curve(at(0, 0), at(0.2, -0.08), at(0.5, -0.42)),
    ...curve(at(0.5, -0.42), at(0.8, -0.08), at(1, 0)),
    ...straight(at(1, 0), [x + width - 6, y + 12], [x + 6, y + 12], at(0, 0)),
  ];
}

function window({ x, y, width, height }: House): Point[] {
  return box(x + width * 0.42, y + height * 0.3, width * 0.13, height * 0.22);
}

function fallingDrops({ width, height, colours, random }: Sheet): string {
  const drops = Array.from({ length: DROPS }, (_, drop) => {
    const x = random.between(0, width * 1.1);
    const y = random.between(0, height);
    const length = random.between(40, 160);
    const stroke = drop % 3 === 0 ? colours.near : colours.sky;
    return line(
      [
        [x, y],
        [x - length * 0.16, y + length],
      ],
      { stroke, opacity: random.between(0.15, 0.5) },
    );
  });
  return group({ 'stroke-width': 1.1 }, ...drops);
}

/** Lit window with its glow, in one colour by day and night. */
function lamp({ noise }: Sheet, house: House): string {
  const halo = { cx: house.x + house.width * 0.485, cy: house.y + house.height * 0.41, r: 120 };
  const glow = svgElement(
    'radialGradient',
    { id: 'glow' },
    svgElement('stop', { 'stop-color': '#f2b25e', 'stop-opacity': 0.95 }),
    svgElement('stop', { offset: 0.25, 'stop-color': '#eaa04c', 'stop-opacity': 0.5 }),
    svgElement('stop', { offset: 1, 'stop-color': '#eaa04c', 'stop-opacity': 0 }),
  );
  const pane = shape(tremble(window(house), noise, BRUSH_EDGE), { fill: '#fbe3ae' });
  return glow + svgElement('circle', { ...halo, fill: paint('glow') }) + pane;
}

const REEDS = 44;

type ReedsLayout = { bank: 'left' | 'right'; sun: Point; boat: Point };

const REEDS_LAYOUTS: [ReedsLayout, ...ReedsLayout[]] = [
  { bank: 'right', sun: [0.3, 0.36], boat: [0.2, 0.74] },
  { bank: 'left', sun: [0.7, 0.32], boat: [0.8, 0.76] },
  { bank: 'right', sun: [0.46, 0.28], boat: [0.34, 0.8] },
  { bank: 'left', sun: [0.52, 0.4], boat: [0.66, 0.73] },
  { bank: 'right', sun: [0.64, 0.34], boat: [0.24, 0.78] },
];

/** 苇: reeds at the edge of still water, a low sun. */
export function reeds(sheet: Sheet): string {
  const { height, colours } = sheet;
  const layout = chosen(sheet, REEDS_LAYOUTS);
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

/** Draws a reed bent towards the water; some carry a spike. */
function reed({ width, height, random }: Sheet, bank: ReedsLayout['bank'], eared: boolean): string {
  const side = bank === 'right' ? 1 : -1;
  const fromMiddle = random.between(0.02, 0.52) * width * side;
  const root: Point = [width / 2 + fromMiddle, height * 1.02];
  const tall = height * random.between(0.2, 0.78);
  const lean = random.between(-0.65, 0.35) * 190 * side;
  const tip: Point = [root[0] + lean, root[1] - tall];
  const spine = curve(root, [root[0] + lean * 0.1, root[1] - tall * 0.6], tip);
  const stem = shape(taper(spine, random.between(1.6, 5), 0.8), { opacity: random.between(0.35, 0.98) });
  return eared ? stem + spike(tip, lean * 0.16) : stem;
}

function spike([x, y]: Point, tilt: number): string {
  return svgElement('ellipse', { cx: x, cy: y, rx: 5, ry: 24, transform: `rotate(${tilt} ${x} ${y})`, opacity: 0.85 });
}

const STONES = 4;
const WET_STONE = { reach: 9, bay: 60 };

/** 石: stones balanced on each other in shallow water, one of them red. */
export function stones(sheet: Sheet): string {
  const { width, height, colours, random } = sheet;
  const middle = width * chosen(sheet, [0.42, 0.58, 0.5, 0.36, 0.64]);
  const red = chosen(sheet, [2, 3, 1, 2, 3]);
  const pile: string[] = [];
  let top = height * 0.86;
  for (let index = 0; index < STONES; index++) {
    const half = height * (0.34 - index * 0.065 + random.between(0, 0.03));
    const tall = height * (0.155 - index * 0.022);
    top -= tall;
    const outline = stoneOutline([middle + random.between(-23, 23), top], half, tall);
    const ink = index % 2 === 0 ? colours.near : colours.far;
    const fill = index === red ? colours.accent : ink;
    pile.push(shape(tremble(outline, sheet.noise, WET_STONE), { fill, filter: WASHED }));
  }
  return pile.join('') + ripples(sheet, { lines: 20, top: 0.86, bottom: 0.96, longest: 340, colours: [colours.near] });
}

/** Flat pebble whose upper edge touches `place`. */
function stoneOutline([x, y]: Point, half: number, tall: number): Point[] {
  const at = (right: number, down: number): Point => [x + half * right, y + tall * down];
  return [
    ...curve(at(-1, 0.6), at(-1, 0), at(-0.4, -0.15), at(0.1, 0)),
    ...curve(at(0.1, 0), at(0.7, 0.04), at(1.02, 0.2), at(1, 0.6)),
    ...curve(at(1, 0.6), at(0.9, 1.05), at(-0.9, 1.06), at(-1, 0.6)),
  ];
}
