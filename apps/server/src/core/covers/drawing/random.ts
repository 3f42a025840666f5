/** A seeded source of chance: the same seed always tells the same story. */
export type Random = {
  /** The next number from `low` up to, but not including, `high`. */
  between(low: number, high: number): number;
  /** The next whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True with the given likelihood, 0..1. */
  chance(likelihood: number): boolean;
};

/** A source of chance started from a 32-bit number (mulberry32). */
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
