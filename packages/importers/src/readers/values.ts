import { storableText } from '@mojian/markdown/storable-text';

/** Values of a foreign file, of which nothing is known. */
export type JsonObject = Record<string, unknown>;

/** An entry of a table by a name of the file; undefined for what every object has, such as `constructor`. */
export function entryOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Reads an object; anything else has no fields. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Reads a text or number, trimmed, without control characters and lone surrogates; '' for anything else. */
export function text(value: unknown): string {
  return rawText(value).trim();
}

/** Reads a text with its spaces. */
export function rawText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? storableText(value) : '';
}

export function number(value: unknown): number {
  const read = typeof value === 'number' ? value : Number(text(value) || Number.NaN);
  return Number.isFinite(read) ? read : 0;
}

/** Reads `true`, 1 and their texts. */
export function asBoolean(value: unknown): boolean {
  return value === true || /^(?:true|1|yes)$/i.test(text(value));
}

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** Reads ISO dates, MySQL's `2024-05-01 08:00:00` as UTC, and milliseconds; null for year 0 and other impossible ones. */
export function time(value: unknown): number | null {
  const milliseconds =
    typeof value === 'number' ? value : /^\d{10,13}$/.test(text(value)) ? Number(text(value)) : undefined;
  const read =
    milliseconds === undefined
      ? Date.parse(isoOf(text(value)))
      : milliseconds < 1e11
        ? milliseconds * 1000
        : milliseconds;
  return read > earliest && read < latest ? Math.floor(read) : null;
}

function isoOf(written: string) {
  const plain = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(written);
  return plain ? `${plain[1]}T${plain[2]}Z` : written;
}

/** Reads an http address, or ''. */
export function website(value: unknown): string {
  const address = text(value);
  return /^https?:\/\/[^\s<>"]+$/i.test(address) && URL.canParse(address) ? address : '';
}

/** Reads a mail address in lower case, or ''. */
export function mail(value: unknown): string {
  const address = text(value).toLowerCase();
  return /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(address) ? address : '';
}
