import {
  arc,
  BRUSH_EDGE,
  curve,
  group,
  line,
  type Point,
  shape,
  svgElement,
  type Tremble,
  taper,
  tremble,
  WASH_EDGE,
} from './brush.ts';
import { chosen, type Sheet } from './sheet.ts';

type Look = Record<string, string | number>;

/** Shape with an edge as of a brush. */
export function inked({ noise }: Sheet, outline: readonly Point[], look: Look, edge: Tremble = BRUSH_EDGE): string {
  return shape(tremble(outline, noise, edge), look);
}

/** Brush stroke along a spine, from one width to another. */
export function stroke(sheet: Sheet, spine: readonly Point[], [start, end]: Point, look: Look, edge?: Tremble): string {
  return inked(sheet, taper(spine, start, end), look, edge);
}

/** Line around a ring or an ellipse. */
export function rim(outline: readonly Point[], look: Look): string {
  return line([...outline, ...outline.slice(0, 1)], look);
}

/** Places by parts of width and height, mirrored in every second variation. */
export function facing(sheet: Sheet): { side: 1 | -1; at: (right: number, down: number) => Point } {
  const side = chosen<1 | -1>(sheet, [1, -1]);
  return {
    side,
    at: (right, down) => [(side > 0 ? right : 1 - right) * sheet.width, down * sheet.height],
  };
}

/** The point at a part (0..1) of a spine. */
export function pointAt(spine: readonly Point[], part: number): Point {
  return spine[Math.floor(part * (spine.length - 1))] ?? [0, 0];
}

const FLOCK = 5;

/** A few distant birds in the upper part of the sheet, opposite the sun. */
export function birds(sheet: Sheet, [sunX]: Point): string {
  const from = sunX < 0.5 ? 0.6 : 0.14;
  const flock = Array.from({ length: FLOCK }, () => bird(sheet, from));
  return group({ stroke: sheet.colours.near, 'stroke-width': 2, opacity: 0.7 }, ...flock);
}

function bird({ width, height, random }: Sheet, from: number): string {
  const x = width * random.between(from, from + 0.26);
  const y = height * random.between(0.14, 0.28);
  const wing = random.between(7, 15);
  const body: Point = [x, y];
  const left = curve([x - wing, y - wing * 0.3], [x - wing * 0.4, y - wing * 0.6], body);
  const right = curve(body, [x + wing * 0.5, y - wing * 0.6], [x + wing, y - wing * 0.3]);
  return line([...left, ...right], {});
}

/** Small boat with one standing person. Its place is in parts of the sheet's width and height. */
export function boat(sheet: Sheet, place: Point): string {
  const x = place[0] * sheet.width;
  const y = place[1] * sheet.height;
  const size = sheet.height * 0.05;
  const bow: Point = [x + size * 1.5, y - size * 0.1];
  const stern: Point = [x - size * 1.5, y];
  const keel = curve(stern, [x, y + size * 0.7], bow);
  const rail = curve(bow, [x + size * 0.1, y + size * 0.1], stern);
  const person = line(
    [
      [x, y + size * 0.1],
      [x, y - size * 0.75],
    ],
    { stroke: sheet.colours.near, 'stroke-width': 3 },
  );
  return group({ fill: sheet.colours.near }, shape([...keel, ...rail], {}), person);
}

const WAVES = 5;
const OVERHANG = 60;
const STEP = 6;

/** Ridge line: mean height, amplitude, and bottom of the fill. */
type RidgePlace = { level: number; rise: number; foot: number };

/** Outline of a mountain chain across the sheet: a sum of waves, each finer and lower. */
export function ridge(sheet: Sheet, { level, rise, foot }: RidgePlace): Point[] {
  const { width, random, noise } = sheet;
  const waves = Array.from({ length: WAVES }, (_, wave) => ({
    phase: random.between(0, 2 * Math.PI),
    cycles: random.between(0.41, 0.97) * (wave + 1),
    height: rise / (wave + 1) ** 1.15,
  }));
  const crest: Point[] = [];
  for (let x = -OVERHANG; x <= width + OVERHANG; x += STEP) {
    const turn = (2 * Math.PI * x) / width;
    const lift = waves.reduce((sum, { phase, cycles, height }) => sum + Math.sin(turn * cycles + phase) * height, 0);
    crest.push([x, level - lift]);
  }
  // a crest below the bottom would hang into the water
  const above = tremble(crest, noise, WASH_EDGE).map(([x, y]): Point => [x, Math.min(y, foot)]);
  return [...above, [width + OVERHANG, foot], [-OVERHANG, foot]];
}

/** Still water: number of lines, band (parts of the height), and longest line in units of the sheet. */
type Water = { lines: number; top: number; bottom: number; longest: number; colours: readonly string[] };

/** Thin level strokes that make a ground look like water. */
export function ripples({ width, height, random }: Sheet, water: Water): string {
  const strokes = Array.from({ length: water.lines }, (_, index) => {
    const x = random.between(-0.1, 1) * width;
    const y = random.between(water.top, water.bottom) * height;
    const length = random.between(40, water.longest);
    return svgElement('path', {
      d: `M${Math.round(x)} ${Math.round(y)}h${Math.round(length)}`,
      stroke: water.colours[index % water.colours.length] ?? 'none',
      'stroke-width': random.between(0.7, 2.2),
      opacity: random.between(0.12, 0.42),
    });
  });
  return group({ fill: 'none' }, ...strokes);
}

/** Sun or moon. Its place is in parts of the sheet's width and height, its radius in parts of the height. */
export function sun(sheet: Sheet, [x, y]: Point, radius: number, opacity = 1): string {
  const { width, height, colours, noise } = sheet;
  const size = radius * height;
  const round = arc([x * width, y * height], [size, size], 0, 2 * Math.PI);
  return shape(tremble(round, noise, BRUSH_EDGE), { fill: colours.accent, opacity });
}
