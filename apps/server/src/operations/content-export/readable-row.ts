import { isoTime } from '../../platform/dates.ts';

/** Columns that the database has as JSON, and as 0 or 1. */
const lists = new Set(['pictures', 'reasons']);
const flags = new Set(['isPublic', 'pinned']);

/** A row as the file has it. */
export function readable(row: object) {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readableValue(name, value)]));
}

function readableValue(name: string, value: unknown) {
  if (value === null) return undefined;
  if (name.endsWith('At')) return isoTime(value as number);
  if (lists.has(name)) return JSON.parse(value as string) as unknown;
  return flags.has(name) ? value === 1 : value;
}
