import { isoTime } from '../../platform/dates.ts';
import { type Exported, exportedNames } from '../../platform/db/table.ts';

/** Columns that the database has as JSON, and as 0 or 1. */
const lists = new Set(['pictures', 'reasons']);
const flags = new Set(['isPublic', 'pinned', 'hasAiContent', 'readsFeed']);

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

type Stored<Value> = Value extends boolean ? number : Value extends readonly unknown[] ? string : Value;

/** The other way round: what a row that was read has for the exported columns of its table, as the database has them. */
export function storable<T extends Parameters<typeof exportedNames>[0], Row extends object>(described: T, row: Row) {
  const values = new Map(Object.entries(row));
  const present = exportedNames(described).filter((name) => values.has(name));
  const columns = Object.fromEntries(present.map((name) => [name, storableValue(values.get(name))]));
  return columns as { [Col in Extract<keyof Row, Exported<T>>]: Stored<Row[Col]> };
}

function storableValue(value: unknown) {
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
