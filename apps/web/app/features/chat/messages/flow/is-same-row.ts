import type { Row } from './rows.ts';

/** Rows are made anew at each change, out of the same things. */
export function isSameRow(a: Row, b: Row | undefined): boolean {
  if (b === undefined || a.kind !== b.kind) return false;
  return (Object.keys(a) as (keyof Row)[]).every((key) => Object.is(a[key], b[key]));
}
