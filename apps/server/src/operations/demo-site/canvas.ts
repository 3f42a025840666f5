import { edgeNoise, type Noise, type Random, seededRandom } from '../../core/covers/sheet.ts';

/** Colours of a time of day: the sky from top to bottom, what stands far and near, and the sun. */
export type Light = { sky: [top: string, middle: string, bottom: string]; far: string; near: string; sun: string };

/** Times of day and weathers that scenes are seen in. */
export const lights = {
  dawn: light('#5a7da4', '#e2b79b', '#f8dfba', '#a3b0c4', '#27364a', '#fff3d8'),
  day: light('#4a8dc2', '#a4cfe4', '#e8f2f0', '#8db2c2', '#234f5d', '#ffffff'),
  dusk: light('#2e3460', '#c46b59', '#f6b96f', '#7d5a70', '#191522', '#ffe3a6'),
  violet: light('#3a3b69', '#a2759a', '#f1b898', '#6d5f88', '#1b1a2c', '#ffd9b0'),
  amber: light('#b98d62', '#eac184', '#fbe6b9', '#b08b6d', '#3a2a22', '#fff6dc'),
  night: light('#060a18', '#121c3a', '#33436a', '#1b2743', '#04060c', '#f3ead0'),
  mist: light('#c6cfd4', '#dde2e3', '#ecece8', '#c5ced2', '#56666b', '#f7f5ee'),
  rose: light('#cdb8bd', '#e6cfc9', '#f4e6da', '#dcc9c6', '#a98f92', '#fff4e8'),
  green: light('#7db0d2', '#c5dfe4', '#f0f4e2', '#9fc0b6', '#17402f', '#ffffff'),
  field: light('#9cc4dd', '#dcebe6', '#f5f4dc', '#b4cc9a', '#3d6a2c', '#ffffff'),
  wind: light('#5f869f', '#a9c0c8', '#dde3dd', '#93aab2', '#22424e', '#f5f5ea'),
  storm: light('#37434d', '#6d7c84', '#b3bbba', '#5d6c74', '#1c272e', '#dfe4e0'),
  rain: light('#56636f', '#87949e', '#bcc5c8', '#77858f', '#262e36', '#e6eaea'),
  morning: light('#aebfd3', '#dbe3ec', '#f8efe4', '#b9c6d4', '#4a5a68', '#fff6e8'),
  snow: light('#c3cdd4', '#dde3e6', '#eff1f0', '#c4ced2', '#46545a', '#ffffff'),
  warm: light('#8fa3a0', '#c9c6ae', '#efdfc0', '#a89a80', '#3b2c22', '#fff3d4'),
  late: light('#6d6a6c', '#a88f78', '#e0bd8e', '#8a7260', '#2a1d17', '#ffe2b0'),
} satisfies Record<string, Light>;

export type LightName = keyof typeof lights;

function light(top: string, middle: string, bottom: string, far: string, near: string, sun: string): Light {
  return { sky: [top, middle, bottom], far, near, sun };
}

/** Ground of a scene: lengths in pixels from the upper left corner. */
export type Canvas = { width: number; height: number; light: Light; random: Random; noise: Noise };

export function canvasOf({ width, height, light: name, seed }: Size & { light: LightName; seed: number }): Canvas {
  return { width, height, light: lights[name], random: seededRandom(seed), noise: edgeNoise(seed) };
}

export type Size = { width: number; height: number };

/** Mixes two colours; `part` 0 is the first. */
export function mix(one: string, other: string, part: number) {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(one, at) * (1 - part) + channel(other, at) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Fills the whole canvas, or what is below `top`, with colours from above to below. */
export function washed({ width, height }: Size, id: string, colours: string[], top = 0) {
  const stops = colours.map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`);
  const gradient = `<linearGradient id="${id}" x2="0" y2="1">${stops.join('')}</linearGradient>`;
  return `${gradient}<rect y="${top}" width="${width}" height="${height - top}" fill="url(#${id})"/>`;
}

/** A soft round light. */
export function glow(id: string, [x, y, radius]: [number, number, number], colour: string, strength = 1) {
  const stops = [
    [0, strength],
    [0.25, strength * 0.5],
    [0.6, strength * 0.14],
    [1, 0],
  ].map(([offset, opacity]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
  const gradient = `<radialGradient id="${id}">${stops.join('')}</radialGradient>`;
  return `${gradient}<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
}

type Point = readonly [x: number, y: number];

export function polygon(points: Point[], colour: string, opacity = 1) {
  const written = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return `<polygon points="${written}" fill="${colour}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}/>`;
}

/** Line of a ridge from the left edge to the right: `rough` is how much it rises and falls, `scale` how often. */
export function ridge(
  { width, noise }: Canvas,
  { y, rough, scale, row }: { y: number; rough: number; scale: number; row: number },
) {
  const step = width / 240;
  return Array.from({ length: 243 }, (_, at): Point => {
    const x = (at - 1) * step;
    return [x, y - rough * noise((x / width) * scale + row * 7.3, row * 13.7)];
  });
}

/** Everything below a line. */
export function below({ width, height }: Size, line: Point[], colour: string, opacity = 1) {
  return polygon([...line, [width + 9, height + 9], [-9, height + 9]], colour, opacity);
}

/** Clouds in a band around `y`: heaps of soft ellipses. */
export function clouds(
  { width, random }: Canvas,
  { y, spread, count, colour }: { y: number; spread: number; count: number; colour: string },
) {
  const puffs = Array.from({ length: count }, () => {
    const [x, at] = [random.between(-0.1, 1.1) * width, y + random.between(-spread, spread)];
    const long = random.between(0.06, 0.2) * width;
    return `<ellipse cx="${x}" cy="${at}" rx="${long}" ry="${long * random.between(0.08, 0.2)}" fill="${colour}" fill-opacity="${random.between(0.1, 0.4)}"/>`;
  });
  const soft = `<filter id="soft" x="-20%" width="140%" y="-60%" height="220%"><feGaussianBlur stdDeviation="${width / 70} ${width / 130}"/></filter>`;
  return `${soft}<g filter="url(#soft)">${puffs.join('')}</g>`;
}
