import { mixBits } from '@mojian/contract/core/cover-number';

export type Shape = 'wide' | 'banner';

/** Canvas of a motif. Lengths are in units of the sheet, from its upper left corner. */
export type Sheet = {
  width: number;
  height: number;
  shape: Shape;
  colours: Colours;
  /** Variation of the motif, 0..4. */
  variation: number;
  random: Random;
  /** Displacement of edges. */
  noise: Noise;
};

/** Returns the SVG elements on a sheet. */
export type Motif = (sheet: Sheet) => string;

const SIZES = { wide: { width: 1200, height: 675 }, banner: { width: 1800, height: 600 } } as const;

/** Creates an empty sheet. A seed gives the same picture in both shapes and all colours. */
export function newSheet(options: { shape: Shape; colours: Colours; variation: number; seed: number }): Sheet {
  const { shape, colours, variation, seed } = options;
  return { ...SIZES[shape], shape, colours, variation, random: seededRandom(seed), noise: edgeNoise(seed) };
}

/** Noise of torn and brushed edges. */
export function edgeNoise(seed: number): Noise {
  return fractalNoise(smoothNoise(seed), 5);
}

/** Picks the choice of the sheet's variation. */
export function chosen<T>(sheet: Sheet, choices: readonly [T, ...T[]]): T {
  return choices[sheet.variation % choices.length] ?? choices[0];
}

export type Theme = 'day' | 'night';

/** Colours of one picture: ground from top to bottom, near and far ink, the sun or seal, and writing. */
export type Colours = { sky: string; foot: string; near: string; far: string; accent: string; script: string };

type Pigment = Record<Theme, Colours>;

/** 素 undyed paper, black ink. */
const plain: Pigment = {
  day: colours('#f3eee2', '#e6dfcf', '#2c2b29', '#8b8880', '#b5402d'),
  night: colours('#2a2823', '#1f1d19', '#cbc4b4', '#716b60', '#c4523d'),
};

/** 青 the blue-green of distant hills. */
const azure: Pigment = {
  day: colours('#e6eae6', '#d2dbda', '#1f3b49', '#7d97a0', '#bb4a33'),
  night: colours('#223039', '#182329', '#a5bfc8', '#4d6873', '#cb5a44'),
};

/** 瓷 celadon glaze. */
const celadon: Pigment = {
  day: colours('#e9ede2', '#d6e0d4', '#27504a', '#86a89c', '#bd5236'),
  night: colours('#20302c', '#182421', '#a0c6b8', '#4b7066', '#cb6549'),
};

/** 赭 ochre earth. */
const ochre: Pigment = {
  day: colours('#f4e9d6', '#e9d6b8', '#6b3b22', '#c39a72', '#a33322'),
  night: colours('#32271d', '#251c14', '#d4b08a', '#7d5d42', '#c65743'),
};

/** 藕 the grey rose of lotus root. */
const lotus: Pigment = {
  day: colours('#efe7e4', '#e2d3d2', '#4d3a49', '#a98f9c', '#b5402d'),
  night: colours('#2f262d', '#231c21', '#c9aebd', '#735b6a', '#c4523d'),
};

/** 夜 night, dark in both themes: its sun is a moon, and writing is light. */
const dusk: Pigment = {
  day: { ...colours('#33424a', '#1d282e', '#0b1216', '#5b7078', '#efe3c4'), script: '#c9c3ae' },
  night: { ...colours('#2b3940', '#182126', '#070c0f', '#4d6169', '#e6d9b8'), script: '#b9b39f' },
};

/** 苔 moss on a wall. */
const moss: Pigment = {
  day: colours('#ecebdb', '#dcdcc0', '#3c4423', '#9aa079', '#b5482d'),
  night: colours('#26281c', '#1c1e14', '#c3c79b', '#63683f', '#cb5d42'),
};

/** 黛 the blue-black that brows are drawn with. */
const indigo: Pigment = {
  day: colours('#e8e8ee', '#d5d6e2', '#2d3152', '#8a8eae', '#bd4a38'),
  night: colours('#232637', '#191b29', '#b1b5d8', '#555a80', '#cf5e4a'),
};

/** Pigments by their index in a cover's number. At night each becomes a stone rubbing: pale ink on dark ground. */
export const pigments: readonly Pigment[] = [plain, azure, celadon, ochre, lotus, dusk, moss, indigo];

function colours(sky: string, foot: string, near: string, far: string, accent: string): Colours {
  return { sky, foot, near, far, accent, script: near };
}

/** Seeded random numbers. */
export type Random = {
  /** Next number from `low` up to, but not including, `high`. */
  between(low: number, high: number): number;
  /** Next whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True with the given probability, 0..1. */
  chance(likelihood: number): boolean;
};

/** Random numbers of a 32-bit seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (likelihood) => next() < likelihood,
  };
}

/** Smooth noise over the plane: close points get close values, all between -1 and 1. */
export type Noise = (x: number, y: number) => number;

/** Smooth noise with a feature size of about one unit. */
function smoothNoise(seed: number): Noise {
  const corner = (column: number, row: number) =>
    (mixBits(seed ^ Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1)) / 2 ** 32) * 2 - 1;

  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const right = ease(x - column);
    const above = blend(corner(column, row), corner(column + 1, row), right);
    const below = blend(corner(column, row + 1), corner(column + 1, row + 1), right);
    return blend(above, below, ease(y - row));
  };
}

/** Adds finer and weaker octaves to a noise. */
function fractalNoise(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let sum = 0;
    for (let octave = 0; octave < octaves; octave++) {
      const fineness = 2 ** octave;
      sum += noise(x * fineness + octave * 31.7, y * fineness - octave * 17.3) / fineness;
    }
    return sum / 2;
  };
}

function ease(part: number): number {
  return part * part * (3 - 2 * part);
}

function blend(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}
