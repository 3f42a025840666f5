import { resolve } from 'node:path';

/** The program that tests start: as it is released once `npm test` has built it, which takes half the time, else its source. */
export const program = resolve(
  import.meta.dirname,
  process.env.TEST_SHORT === '1' ? '../build/mojian.js' : '../src/mojian.ts',
);
