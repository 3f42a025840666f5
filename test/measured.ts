import { measure } from '../scripts/measure.js';

/** The tree measured once for the tests that hold its rules. */
export const measured = measure('.') as unknown as {
  figures: Record<string, number>;
  places: Record<string, string[]>;
};
