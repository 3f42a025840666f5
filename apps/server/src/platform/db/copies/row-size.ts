import type { Row } from './row-lines.ts';

const perValue = 8;

/** About how much memory a row takes, in bytes. */
export function sizeOf(row: Row) {
  return row.reduce<number>((sum, value) => sum + perValue + (hasLength(value) ? value.length : 0), 0);
}

function hasLength(value: Row[number]): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** A name as both databases take it within a statement. */
export function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`;
}
