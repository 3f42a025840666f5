import { arc, BRUSH_EDGE, curve, group, line, oval, type Point, shape, straight, WASH_EDGE, WASHED } from './brush.ts';
import { chosen, type Sheet } from './sheet.ts';
import { facing, inked, ridge, rim, ripples, stroke, sun } from './strokes.ts';

type BoatLayout = { bow: 1 | -1; x: number };
type Place = (along: number, down: number) => Point;

const BOAT_LAYOUTS: [BoatLayout, ...BoatLayout[]] = [
  { x: 0.66, bow: -1 },
  { x: 0.32, bow: 1 },
  { x: 0.58, bow: -1 },
  { x: 0.4, bow: 1 },
  { x: 0.72, bow: -1 },
];

/** 舟: a covered boat on much water, its angler's line in the water. */
export function fishing(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const { x, bow } = chosen(sheet, BOAT_LAYOUTS);
  const level = height * 0.62;
  const unit = height * 0.15;
  const at: Place = (along, down) => [x * width + bow * along * unit, level + down * unit];
  const hills = ridge(sheet, { level: height * 0.3, rise: height * 0.07, foot: height * 0.4 });
  const boat = inked(sheet, hull(at), { fill: colours.near }) + inked(sheet, awning(at), { fill: colours.near });
  const reflection = `matrix(1 0 0 -.6 0 ${Math.round(level * 1.6 + unit * 0.62)})`;
  return [
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.55 }),
    sun(sheet, [x < 0.5 ? 0.78 : 0.2, 0.2], 0.055),
    group({ transform: reflection, opacity: 0.16 }, boat),
    boat,
    hoops(sheet, at),
    angler(sheet, at, unit),
    ripples(sheet, { lines: 26, top: 0.45, bottom: 0.97, longest: 300, colours: [colours.near, colours.far] }),
    ...[9, 19, 31].map((radius) =>
      rim(oval(at(3.5, 0.58), [radius, radius * 0.29]), {
        stroke: colours.near,
        'stroke-width': 1.2,
        opacity: 4.5 / radius,
      }),
    ),
  ].join('');
}

function hull(at: Place): Point[] {
  return [
    ...curve(at(-1.9, -0.06), at(-1.2, 0.42), at(0, 0.4)),
    ...curve(at(0, 0.4), at(1.4, 0.42), at(2.3, -0.28)),
    ...curve(at(2.3, -0.28), at(1.2, 0.1), at(0, 0.08)),
    ...curve(at(0, 0.08), at(-1.1, 0.08), at(-1.9, -0.06)),
  ];
}

function awning(at: Place): Point[] {
  return [
    ...curve(at(-1.05, 0.08), at(-0.95, -0.78), at(-0.2, -0.74)),
    ...curve(at(-0.2, -0.74), at(0.5, -0.74), at(0.52, 0.08)),
  ];
}

function hoops({ colours }: Sheet, at: Place): string {
  const all = [-0.78, -0.5, -0.22, 0.06, 0.32].map((along) =>
    line(curve(at(along, along === -0.78 ? -0.48 : -0.66), at(along - 0.05, -0.3), at(along, 0.06)), {}),
  );
  return group({ stroke: colours.sky, 'stroke-width': 2, opacity: 0.5 }, ...all);
}

function angler(sheet: Sheet, at: Place, unit: number): string {
  const ink = { fill: sheet.colours.near };
  const rod = { stroke: sheet.colours.near, 'stroke-width': 2.4 };
  return [
    stroke(sheet, curve(at(1.15, 0.1), at(1.1, -0.3), at(1.22, -0.7)), [unit * 0.2, unit * 0.1], ink),
    shape(oval(at(1.22, -0.82), [unit * 0.11, unit * 0.11]), ink),
    shape(straight(at(0.94, -0.84), at(1.22, -1.08), at(1.52, -0.84)), ink),
    line(curve(at(1.2, -0.5), at(2.2, -1.2), at(3.4, -1.5)), rod),
    line(curve(at(3.4, -1.5), at(3.5, -0.6), at(3.5, 0.55)), { ...rod, 'stroke-width': 1, opacity: 0.7 }),
  ].join('');
}

/** Fish by its place in parts of the sheet, direction in radians, and half its length. */
type Fish = { x: number; y: number; heading: number; size: number };

const FISH_LAYOUTS: [Fish[], ...Fish[][]] = [
  [fishAt(0.34, 0.4, 0.35, 130), fishAt(0.6, 0.62, 0.1, 150), fishAt(0.72, 0.28, 0.7, 112)],
  [fishAt(0.6, 0.38, 2.8, 140), fishAt(0.36, 0.62, 3.2, 140), fishAt(0.78, 0.7, 2.5, 100)],
  [fishAt(0.3, 0.6, -0.5, 140), fishAt(0.52, 0.36, -0.25, 120), fishAt(0.74, 0.6, -0.7, 130)],
  [fishAt(0.66, 0.6, -2.6, 140), fishAt(0.4, 0.36, -2.9, 130), fishAt(0.3, 0.74, -2.5, 100)],
  [fishAt(0.5, 0.3, 0.9, 120), fishAt(0.36, 0.66, 0.4, 140), fishAt(0.7, 0.62, 0.8, 130)],
];

function fishAt(x: number, y: number, heading: number, size: number): Fish {
  return { x, y, heading, size };
}

/** 鱼: three fish below the surface, one of them red, among duckweed. */
export function fish(sheet: Sheet): string {
  const { colours, random } = sheet;
  const rings = Array.from({ length: 14 }, () => {
    const radius = random.between(30, 130);
    return rim(oval(somewhere(sheet), [radius, radius * 0.42]), { opacity: random.between(0.12, 0.4) });
  });
  const shoal = chosen(sheet, FISH_LAYOUTS).map((one, index) =>
    swimming(sheet, one, index === 1 ? colours.accent : colours.near),
  );
  const leaves = Array.from({ length: 5 }, () => duckweed(sheet));
  return [group({ stroke: colours.far, 'stroke-width': 1.3 }, ...rings), ...shoal, ...leaves].join('');
}

function somewhere({ width, height, random }: Sheet): Point {
  return [random.between(0.05, 0.95) * width, random.between(0.08, 0.92) * height];
}

function swimming(sheet: Sheet, { x, y, heading, size }: Fish, ink: string): string {
  const { width, height, colours } = sheet;
  const [cos, sin] = [Math.cos(heading) * size, Math.sin(heading) * size];
  const at: Place = (along, side) => [x * width + cos * along - sin * side, y * height + sin * along + cos * side];
  const eyes = [-1, 1].map((side) => shape(oval(at(0.82, side * 0.1), [4, 4]), { fill: colours.sky, opacity: 0.9 }));
  const fins = [fin(at, 1, 0.5), fin(at, -1, 0.5), fin(at, 1, -0.02), fin(at, -1, -0.02)];
  return [
    shape(oval([x * width + 22, y * height + 34], [size * 0.9, size * 0.22], heading), {
      fill: colours.near,
      opacity: 0.12,
    }),
    group({ fill: ink, opacity: 0.5 }, ...fins.map((outline) => inked(sheet, outline, {}))),
    inked(sheet, tail(at), { fill: ink, opacity: 0.75, filter: WASHED }),
    inked(sheet, fishBody(at), { fill: ink, opacity: 0.91 }),
    line(curve(at(0.8, 0), at(0.2, -0.03), at(-0.6, 0.1)), { stroke: colours.sky, 'stroke-width': 2.4, opacity: 0.4 }),
    ...eyes,
  ].join('');
}

function fishBody(at: Place): Point[] {
  return [
    ...curve(at(1, 0), at(0.86, -0.25), at(0.25, -0.3), at(-0.3, -0.12), at(-0.7, 0.08)),
    ...curve(at(-0.7, 0.14), at(-0.3, 0.12), at(0.25, 0.26), at(0.86, 0.22), at(1, 0)),
  ];
}

function tail(at: Place): Point[] {
  return [
    ...curve(at(-0.62, 0.1), at(-0.95, -0.02), at(-1.28, -0.1)),
    ...curve(at(-1.28, -0.1), at(-1.02, 0.12), at(-1.2, 0.52)),
    ...curve(at(-1.2, 0.52), at(-0.9, 0.2), at(-0.62, 0.1)),
  ];
}

function fin(at: Place, side: 1 | -1, along: number): Point[] {
  return [
    ...curve(at(along, side * 0.16), at(along - 0.08, side * 0.46), at(along - 0.42, side * 0.5)),
    ...curve(at(along - 0.42, side * 0.5), at(along - 0.2, side * 0.3), at(along - 0.26, side * 0.14)),
  ];
}

/** A round leaf with its notch. */
function duckweed(sheet: Sheet): string {
  const { colours, random } = sheet;
  const middle = somewhere(sheet);
  const radius = random.between(16, 34);
  const notch = random.between(0, 2 * Math.PI);
  const edge = arc(middle, [radius, radius * 0.9], notch + 0.24, notch + 2 * Math.PI - 0.24);
  return inked(sheet, [middle, ...edge], { fill: colours.far, opacity: 0.8 }, { reach: 3, bay: 24 });
}

const BUD = [
  { tilt: -0.42, width: 22, height: 62 },
  { tilt: 0.42, width: 22, height: 62 },
  { tilt: -0.18, width: 24, height: 76 },
  { tilt: 0.2, width: 24, height: 76 },
  { tilt: 0, width: 22, height: 86 },
];

type Leaf = { root: number; place: Point; radii: Point; ink: string; opacity: number; stem: number };

/** 荷: lotus leaves standing in water, one bud. */
export function lotus(sheet: Sheet): string {
  const { colours } = sheet;
  const { side, at } = facing(sheet);
  const [near, far] = [colours.near, colours.far];
  const leaves: Leaf[] = [
    { root: 0.74, place: at(0.8, 0.47), radii: [120, 44], ink: far, opacity: 0.75, stem: 7 },
    { root: 0.14, place: at(0.1, 0.53), radii: [104, 40], ink: far, opacity: 0.7, stem: 7 },
    { root: 0.44, place: at(0.34, 0.36), radii: [236, 96], ink: near, opacity: 0.92, stem: 12 },
    { root: 0.5, place: at(0.62, 0.68), radii: [190, 66], ink: near, opacity: 0.86, stem: 10 },
  ];
  const stemTo = (place: Point, { root, stem, opacity }: Pick<Leaf, 'root' | 'stem' | 'opacity'>) => {
    const [x, y] = at(root, 1.04);
    const spine = curve([x, y], [x + (place[0] - x) * 0.1, sheet.height * 0.7], place);
    return stroke(sheet, spine, [stem, stem * 0.6], { fill: near, opacity });
  };
  const drawn = leaves.map((leaf) => stemTo(leaf.place, leaf) + lotusLeaf(sheet, leaf, side * -0.12));
  return [
    sun(sheet, [side > 0 ? 0.84 : 0.16, 0.22], 0.06),
    ...drawn,
    stemTo(at(0.585, 0.3), { root: 0.5, stem: 7, opacity: 0.9 }),
    bud(sheet, at(0.585, 0.27)),
    ripples(sheet, { lines: 22, top: 0.8, bottom: 0.98, longest: 260, colours: [near, far] }),
  ].join('');
}

function lotusLeaf(sheet: Sheet, { place: [x, y], radii, ink, opacity }: Leaf, tilt: number): string {
  const [wide, tall] = radii;
  const outline = oval([x, y], radii, tilt);
  const veins = Array.from({ length: 15 }, (_, index) => {
    const angle = (index / 15) * 2 * Math.PI;
    const to = (part: number, down: number): Point => [
      x + Math.cos(angle) * wide * part,
      y + Math.sin(angle) * tall * down,
    ];
    return line(curve([x, y + tall * 0.12], to(0.5, 0.44), to(0.88, 0.84)), {});
  });
  return [
    inked(sheet, outline, { fill: ink, opacity: opacity * 0.5 }, WASH_EDGE),
    inked(sheet, outline, { fill: ink, opacity, filter: WASHED }, WASH_EDGE),
    group({ stroke: sheet.colours.sky, 'stroke-width': 2, opacity: 0.4 }, ...veins),
  ].join('');
}

function bud(sheet: Sheet, [x, y]: Point): string {
  const foot: Point = [x, y + 22];
  const petals = BUD.map(({ tilt, width, height }) => {
    const tip: Point = [x + Math.sin(tilt) * height * 0.8, y - height + 14];
    const belly = x + Math.sin(tilt) * 40;
    const outline = [
      ...curve(foot, [belly - width, y - height * 0.3], tip),
      ...curve(tip, [belly + width, y - height * 0.3], foot),
    ];
    return inked(sheet, outline, { opacity: 0.62 }, { ...BRUSH_EDGE, reach: 3 });
  });
  return group({ fill: sheet.colours.accent }, ...petals);
}
