import { mixBits } from '@mojian/contract/core/cover-number';

/** Smooth noise over the plane: close points get close values, all between -1 and 1. */
export type Noise = (x: number, y: number) => number;

/** Smooth noise with a feature size of about one unit. */
export function smoothNoise(seed: number): Noise {
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

/** Adds finer and weaker noise to the first, `octaves` in all, as the edge of a wash has bays and the bays have bays. */
export function fractalNoise(noise: Noise, octaves: number): Noise {
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
