import type { Noise } from './sheet.ts';

type Attributes = Record<string, string | number>;

/** Writes an SVG element. Numbers are rounded to hundredths; texts are not escaped, so they must be our own. */
export function svgElement(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value, 100) : value}"`)
    .join('');
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`;
}

/** Groups elements that share attributes. */
export function group(attributes: Attributes, ...children: string[]): string {
  return svgElement('g', attributes, ...children);
}

/** Fills a closed outline. */
export function shape(outline: readonly Point[], attributes: Attributes): string {
  return svgElement('path', { d: `${lineThrough(outline)}Z`, ...attributes });
}

/** Draws a line of even width through points. */
export function line(points: readonly Point[], attributes: Attributes): string {
  return svgElement('path', { d: lineThrough(points), fill: 'none', ...attributes });
}

/** Refers to a gradient by its id. */
export function paint(id: string): string {
  return `url(#${id})`;
}

function lineThrough(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${rounded(x, 10)} ${rounded(y, 10)}`).join('L')}`;
}

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}

/** Filter attribute: uneven density, as of drying ink. */
export const WASHED = 'url(#wash)';

/** Paint: fibres of paper. */
export const GRAIN = 'url(#grain)';

// rough edges are computed into the outlines: `feDisplacementMap` takes librsvg 0.3 s per shape

// night inks are so dark that linear light would leave three steps of 255 and visible bands
const EVEN_STEPS = { 'color-interpolation-filters': 'sRGB' };

/** Defines both. The seed places clouds and fibres. */
export function textures(seed: number): string {
  return wash(seed) + grain(seed);
}

function wash(seed: number): string {
  return svgElement(
    'filter',
    { id: 'wash', x: '-5%', y: '-5%', width: '110%', height: '110%', ...EVEN_STEPS },
    svgElement('feTurbulence', { type: 'fractalNoise', baseFrequency: '.005 .016', numOctaves: 4, seed: seed % 997 }),
    alphaFromRed('0 0 0', '2.6', '-.42'),
    svgElement('feComposite', { in: 'SourceGraphic', in2: 'veil', operator: 'in' }),
  );
}

/** Units after which the fibres begin again: to draw all of a sheet is a quarter of a cover's time. */
const grainTile = 300;

function grain(seed: number): string {
  const size = { width: grainTile, height: grainTile };
  const fibres = svgElement(
    'filter',
    { id: 'fibres', x: 0, y: 0, width: 1, height: 1, ...EVEN_STEPS },
    svgElement('feTurbulence', {
      type: 'fractalNoise',
      baseFrequency: '.55 .75',
      numOctaves: 2,
      seed: (seed + 5) % 997,
      stitchTiles: 'stitch',
    }),
    alphaFromRed('.54 .48 .41', '.9', '-.36'),
  );
  const tile = svgElement('rect', { ...size, filter: 'url(#fibres)' });
  return fibres + svgElement('pattern', { id: 'grain', ...size, patternUnits: 'userSpaceOnUse' }, tile);
}

/** Uniform colour whose alpha follows the red channel of the noise. */
function alphaFromRed(colour: string, gain: string, offset: string): string {
  const rows = colour.split(' ').map((channel) => `0 0 0 0 ${channel}`);
  return svgElement('feColorMatrix', { values: [...rows, `${gain} 0 0 0 ${offset}`].join(' '), result: 'veil' });
}

export type Point = readonly [x: number, y: number];

/** Roughness of an edge: amplitude and wavelength in units of the sheet. */
export type Tremble = { reach: number; bay: number };

/** Edge of a wet wash that ran a little into the paper. */
export const WASH_EDGE: Tremble = { reach: 24, bay: 84 };
/** Edge of a calm wash, whose outline is to be recognized. */
export const CALM_EDGE: Tremble = { reach: 10, bay: 60 };
/** Edge of a brush stroke, or of paper cut by hand. */
export const BRUSH_EDGE: Tremble = { reach: 4, bay: 36 };

const STEP = 6;

/** Points along a Bézier curve of any degree, from its control points. */
export function curve(...controls: Point[]): Point[] {
  const steps = stepsFor(lengthOf(controls));
  return Array.from({ length: steps + 1 }, (_, step) => pointOnCurve(controls, step / steps));
}

/** Points along an ellipse, from one angle to another in radians, clockwise on screen. */
export function arc(centre: Point, radii: Point, from: number, to: number): Point[] {
  const steps = stepsFor(Math.abs(to - from) * Math.max(...radii));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / steps;
    return [centre[0] + Math.cos(angle) * radii[0], centre[1] + Math.sin(angle) * radii[1]];
  });
}

/** Points around an ellipse that is turned by an angle in radians. */
export function oval([x, y]: Point, radii: Point, tilt = 0): Point[] {
  return arc([0, 0], radii, 0, 2 * Math.PI).map(([right, down]) => [
    x + right * Math.cos(tilt) - down * Math.sin(tilt),
    y + right * Math.sin(tilt) + down * Math.cos(tilt),
  ]);
}

/** Points along straight lines through corners, close enough together to displace. */
export function straight(...corners: Point[]): Point[] {
  return corners.flatMap((corner, index) => {
    const next = corners[index + 1];
    return next ? curve(corner, next).slice(0, -1) : [corner];
  });
}

/** Points around an upright rectangle. */
export function box(left: number, top: number, width: number, height: number): Point[] {
  const [right, bottom] = [left + width, top + height];
  return straight([left, top], [right, top], [right, bottom], [left, bottom], [left, top]);
}

/** Displaces points by noise that is continuous over the sheet, so that touching edges move together. */
export function tremble(points: readonly Point[], noise: Noise, { reach, bay }: Tremble): Point[] {
  return points.map(([x, y]) => [
    x + reach * noise(x / bay, y / bay),
    y + reach * noise(x / bay + 101.3, y / bay - 57.9),
  ]);
}

/** Outline of a brush stroke along a spine, `start` wide at its first point and `end` wide at its last. */
export function taper(spine: readonly Point[], start: number, end: number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [index, [x, y]] of spine.entries()) {
    const [fromX, fromY] = spine[index - 1] ?? [x, y];
    const [toX, toY] = spine[index + 1] ?? [x, y];
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const half = (start + ((end - start) * index) / Math.max(1, spine.length - 1)) / 2;
    const across = ((toY - fromY) / length) * half;
    const along = ((toX - fromX) / length) * half;
    left.push([x + across, y - along]);
    right.push([x - across, y + along]);
  }
  return [...left, ...right.reverse()];
}

function pointOnCurve(controls: readonly Point[], part: number): Point {
  const [first, ...others] = controls;
  if (!first) throw new RangeError('a curve needs control points');
  if (others.length === 0) return first;
  const halfway = others.map((point, index): Point => {
    const [x, y] = controls[index] ?? point;
    return [x + (point[0] - x) * part, y + (point[1] - y) * part];
  });
  return pointOnCurve(halfway, part);
}

function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [fromX, fromY] = points[index - 1] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

function stepsFor(length: number): number {
  return Math.max(2, Math.ceil(length / STEP));
}
