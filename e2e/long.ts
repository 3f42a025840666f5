/** `npm run test:long` does in full what `npm test` does in samples: kills, widths, hostile addresses. */
export const isLong = process.env.TEST_LONG === '1';

/** Every nth of a list, the first among them; in the long run all. */
export const sampleOf = <Item>(all: readonly Item[], nth: number): Item[] =>
  all.filter((_, index) => isLong || index % nth === 0);

/** `npm test` leaves out the slowest of what its specs hold; `npm run test:browser`, on every push, has them all. */
export const isShort = process.env.TEST_SHORT === '1';
