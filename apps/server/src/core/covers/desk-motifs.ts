import { BRUSH_EDGE, box, CALM_EDGE, curve, group, line, oval, type Point, shape, straight, WASHED } from './brush.ts';
import { chosen, type Sheet } from './sheet.ts';
import { inked, rim, stroke, sun } from './strokes.ts';

type Place = (along: number, down: number) => Point;

const RIBS = 18;

const UMBRELLA_PLACES: [Point, ...Point[]] = [
  [0.6, 0.54],
  [0.36, 0.5],
  [0.5, 0.52],
  [0.68, 0.46],
  [0.3, 0.56],
];

/** 伞: an oil-paper umbrella in the rain, seen from above. */
export function umbrella(sheet: Sheet): string {
  const { width, height, colours, random } = sheet;
  const [right, down] = chosen(sheet, UMBRELLA_PLACES);
  const middle: Point = [right * width, down * height];
  const radius = height * 0.34;
  const puddles = Array.from({ length: 60 }, () => {
    const size = random.between(6, 30);
    const place: Point = [random.between(0, width), random.between(0, height)];
    return rim(oval(place, [size, size * 0.5]), { opacity: random.between(0.15, 0.5) });
  });
  const shadow = oval([middle[0] + 26, middle[1] + 34], [radius, radius]);
  return [
    group({ stroke: colours.far, 'stroke-width': 1.4 }, ...puddles),
    inked(sheet, shadow, { fill: colours.near, opacity: 0.18, filter: WASHED }, CALM_EDGE),
    canopy(sheet, middle, radius),
    slantingRain(sheet),
  ].join('');
}

function canopy(sheet: Sheet, middle: Point, radius: number): string {
  const { colours, random } = sheet;
  const first = random.between(0, 1);
  const at = (angle: number, part: number): Point => [
    middle[0] + Math.cos(angle) * radius * part,
    middle[1] + Math.sin(angle) * radius * part,
  ];
  const angles = Array.from({ length: RIBS }, (_, rib) => first + (rib / RIBS) * 2 * Math.PI);
  const gores = angles.map((angle) => {
    const next = angle + (2 * Math.PI) / RIBS;
    const outline = [middle, ...curve(at(angle, 1), at((angle + next) / 2, 0.955), at(next, 1))];
    return shape(outline, { opacity: 0.72 + 0.2 * Math.max(0, Math.cos(angle - 3.9)) });
  });
  const ribs = angles.map((angle) => stroke(sheet, straight(at(angle, 0.05), at(angle, 1)), [3.4, 2.2], {}));
  const ring = (part: number) => oval(middle, [radius * part, radius * part]);
  return [
    group({ fill: colours.accent }, ...gores),
    rim(ring(0.62), { stroke: colours.sky, 'stroke-width': 3, opacity: 0.55 }),
    rim(ring(0.28), { stroke: colours.sky, 'stroke-width': 2, opacity: 0.5 }),
    group({ fill: colours.near, opacity: 0.62 }, ...ribs),
    shape(oval(middle, [19, 19]), { fill: colours.near }),
  ].join('');
}

function slantingRain({ width, height, colours, random }: Sheet): string {
  const drops = Array.from({ length: 46 }, () => {
    const [x, y, length] = [random.between(0, width), random.between(0, height), random.between(30, 90)];
    const ends: Point[] = [
      [x, y],
      [x - length * 0.2, y + length],
    ];
    return line(ends, { opacity: random.between(0.1, 0.32) });
  });
  return group({ stroke: colours.near, 'stroke-width': 1.2 }, ...drops);
}

/** 书: thread-bound books in a pile, a slip between their pages, a cup of tea on them. */
export function books(sheet: Sheet): string {
  const { width, height, colours, random } = sheet;
  const middle = width * chosen(sheet, [0.5, 0.44, 0.56, 0.48, 0.52]);
  const count = chosen(sheet, [6, 5, 7, 6, 5]);
  const table = box(-20, height * 0.86, width + 40, height * 0.2);
  const pile: string[] = [];
  let top = height * 0.86;
  for (let index = 0; index < count; index++) {
    const tall = random.between(height * 0.07, height * 0.1);
    const wide = random.between(height * 0.68, height * 0.88);
    top -= tall;
    const left = middle - wide / 2 + random.between(-46, 46);
    pile.push(book(sheet, { left, top, wide, tall, isDark: index % 2 === 0, hasSlip: index === count - 2 }));
  }
  const place: Point = [middle - 44, top];
  return [
    inked(sheet, table, { fill: colours.far, opacity: 0.36 }, { reach: 5, bay: 90 }),
    sun(sheet, [chosen(sheet, [0.84, 0.16]), 0.22], 0.07),
    ...pile,
    steam(sheet, [place[0] - 12, place[1] - 84], height * 0.2),
    bowl(sheet, place),
  ].join('');
}

type Book = { left: number; top: number; wide: number; tall: number; isDark: boolean; hasSlip: boolean };

function book(sheet: Sheet, { left, top, wide, tall, isDark, hasSlip }: Book): string {
  const { colours, random } = sheet;
  const cover = isDark ? { fill: colours.near, opacity: 0.94 } : { fill: colours.far, opacity: 0.9 };
  const pages = box(left + 9, top + 12, wide - 5, tall - 24);
  const edges = Array.from({ length: 6 }, (_, index) => {
    const y = top + 12 + ((tall - 24) * (index + 1)) / 7;
    const ends: Point[] = [
      [left + 12, y],
      [left + wide - 2, y + random.between(-1.4, 1.4)],
    ];
    return line(ends, {});
  });
  return [
    inked(sheet, box(left, top, wide, tall), cover),
    inked(sheet, pages, { fill: colours.sky, opacity: 0.92 }, { reach: 2, bay: 40 }),
    group({ stroke: colours.far, 'stroke-width': 1, opacity: 0.6 }, ...edges),
    hasSlip ? slip(sheet, [left + wide * 0.66, top + tall * 0.5], tall) : '',
  ].join('');
}

function slip(sheet: Sheet, [x, y]: Point, tall: number): string {
  const outline = straight(
    [x, y],
    [x + 22, y],
    [x + 25, y + tall * 1.65],
    [x + 13, y + tall * 1.46],
    [x + 2, y + tall * 1.65],
    [x, y],
  );
  return inked(sheet, outline, { fill: sheet.colours.accent }, { reach: 2, bay: 30 });
}

function bowl(sheet: Sheet, [x, y]: Point): string {
  const { colours } = sheet;
  const side = [
    ...curve([x - 46, y - 66], [x - 44, y - 4], [x - 20, y]),
    ...straight([x - 20, y], [x + 20, y]),
    ...curve([x + 20, y], [x + 44, y - 4], [x + 46, y - 66]),
  ];
  const mouth = oval([x, y - 66], [46, 9]);
  return [
    inked(sheet, side, { fill: colours.near }),
    shape(mouth, { fill: colours.sky }),
    rim(mouth, { stroke: colours.near, 'stroke-width': 3 }),
  ].join('');
}

/** Thin clouds of vapour that curl and vanish. */
function steam(sheet: Sheet, [x, y]: Point, tall: number): string {
  const plumes = [0, 1].map((index) => {
    const foot = x + index * 30;
    const spine = curve(
      [foot, y],
      [foot - 40 + index * 10, y - tall * 0.33],
      [foot + 30 - index * 10, y - tall * 0.58],
      [foot - 4, Math.max(16, y - tall)],
    );
    return stroke(sheet, spine, [7, 1], {}, CALM_EDGE);
  });
  return group({ fill: sheet.colours.far, opacity: 0.5 }, ...plumes);
}

type PotLayout = { x: number; spout: 1 | -1 };

const POT_LAYOUTS: [PotLayout, ...PotLayout[]] = [
  { x: 0.42, spout: 1 },
  { x: 0.58, spout: -1 },
  { x: 0.46, spout: 1 },
  { x: 0.54, spout: -1 },
  { x: 0.38, spout: 1 },
];

/** 壶: a teapot, a red cup, and its steam. */
export function teapot(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const { x, spout } = chosen(sheet, POT_LAYOUTS);
  const unit = height * 0.2;
  const table = height * 0.8;
  const at: Place = (along, down) => [x * width + spout * along * unit, table + down * unit];
  const shade = oval(at(0.5, 0.1), [unit * 2.1, unit * 0.14]);
  return [
    inked(
      sheet,
      box(-20, table, width + 40, height * 0.3),
      { fill: colours.far, opacity: 0.34 },
      { reach: 4, bay: 120 },
    ),
    inked(sheet, shade, { fill: colours.near, opacity: 0.2 }, CALM_EDGE),
    pot(sheet, at, unit),
    cup(sheet, at, unit),
    steam(sheet, at(2.75 - spout * 0.08, -0.84), unit * 1.9),
  ].join('');
}

function pot(sheet: Sheet, at: Place, unit: number): string {
  const { colours } = sheet;
  const ink = { fill: colours.near };
  const neck = curve(at(0.92, -0.5), at(1.5, -0.56), at(1.5, -1.24), at(1.98, -1.28));
  const handle = curve(at(-0.98, -1.06), at(-1.9, -1.28), at(-1.9, -0.28), at(-0.96, -0.34));
  const body = [
    ...curve(at(-0.5, -1.32), at(-1.35, -1.1), at(-1.3, -0.1), at(-0.62, 0)),
    ...straight(at(-0.62, 0), at(0.62, 0)),
    ...curve(at(0.62, 0), at(1.3, -0.1), at(1.35, -1.1), at(0.5, -1.32)),
  ];
  const lid = [
    ...curve(at(-0.6, -1.3), at(-0.4, -1.6), at(0.4, -1.6), at(0.6, -1.3)),
    ...straight(at(0.6, -1.3), at(-0.6, -1.3)),
  ];
  const gleam = curve(at(-0.86, -0.84), at(-0.98, -0.44), at(-0.6, -0.2));
  return [
    stroke(sheet, neck, [unit * 0.42, unit * 0.17], ink),
    line(handle, { stroke: colours.near, 'stroke-width': unit * 0.15, 'stroke-linecap': 'round' }),
    inked(sheet, body, ink),
    stroke(sheet, gleam, [9, 2], { fill: colours.sky, opacity: 0.4 }),
    inked(sheet, lid, ink),
    line(straight(at(-0.64, -1.31), at(0.64, -1.31)), { stroke: colours.sky, 'stroke-width': 3, opacity: 0.6 }),
    shape(oval(at(0, -1.62), [unit * 0.14, unit * 0.12]), { fill: colours.accent }),
  ].join('');
}

function cup(sheet: Sheet, at: Place, unit: number): string {
  const { colours } = sheet;
  const to: Place = (along, down) => at(2.75 + along, down);
  const side = [
    ...curve(to(-0.5, -0.62), to(-0.46, -0.06), to(-0.2, 0)),
    ...straight(to(-0.2, 0), to(0.2, 0)),
    ...curve(to(0.2, 0), to(0.46, -0.06), to(0.5, -0.62)),
  ];
  const mouth = oval(to(0, -0.62), [unit * 0.5, unit * 0.1]);
  return [
    inked(sheet, side, { fill: colours.accent }, BRUSH_EDGE),
    shape(mouth, { fill: colours.sky }),
    rim(mouth, { stroke: colours.accent, 'stroke-width': 3.5 }),
  ].join('');
}
