import { chinaOffset } from '@mojian/contract/platform/time';
import type { Author } from '../form.ts';
import { mail, rawText, website } from './values.ts';

/** Reads a text with line ends of one kind. */
export function textOf(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : rawText(value).replace(/\r\n?/g, '\n');
}

/** Reads a text of one line. */
export function oneLineOf(value: unknown): string {
  return textOf(value).replace(/\s+/g, ' ').trim();
}

/** Reads an id, also as MongoDB's extended JSON spells it; '' for none. */
export function idOf(value: unknown): string {
  if (isObject(value)) return oneLineOf(value.$oid ?? value.$numberLong ?? value.$numberInt);
  return oneLineOf(value);
}

/** Largest whole number of a column of PostgreSQL. */
const largestCount = 2_147_483_647;

/** Reads a count: a whole number from 0 up that a column holds, 0 for anything else. */
export function countOf(value: unknown): number {
  const number = Math.floor(Number(isObject(value) ? idOf(value) : (value ?? 0)));
  return number > 0 && number <= largestCount ? number : 0;
}

/** Reads a boolean as JSON, PostgreSQL, MySQL and Artrans spell it. */
export function isSet(value: unknown): boolean {
  return value === true || /^(?:true|t|yes|[1-9]\d*)$/i.test(oneLineOf(value));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows names through objects; undefined when one is missing. */
export function fieldAt(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

const earliest = Date.UTC(1980, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/**
 * Reads a moment: milliseconds, seconds, ISO 8601, `2022-04-29 14:44:04` without a zone as Chinese time, LeanCloud's
 * `{ iso }` and MongoDB's `{ $date }`. Null for none and for impossible ones, such as in the year 0.
 */
export function timeOf(value: unknown): number | null {
  if (value instanceof Date) return plausible(value.getTime());
  if (isObject(value)) return timeOf(value.iso ?? value.$date ?? value.$numberLong ?? value.$numberDouble);
  const written = oneLineOf(value);
  if (/^\d+(?:\.\d+)?$/.test(written)) {
    const number = Math.floor(Number(written));
    return plausible(number < 100_000_000_000 ? number * 1000 : number);
  }
  const local =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,3})\d*)?)?)?$/.exec(written);
  return plausible(local ? chinaMoment(local.slice(1)) : Date.parse(isoSpelling(written)));
}

function chinaMoment(digits: (string | undefined)[]) {
  const numbers = digits.slice(0, 6).map((each) => Number(each ?? 0));
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers;
  const milliseconds = Number((digits[6] ?? '').padEnd(3, '0'));
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - chinaOffset;
}

/** Spells PostgreSQL's `2022-04-29 14:44:04.12+08` and Go's `… +0800` as ISO 8601. */
function isoSpelling(written: string) {
  return written
    .replace(/^(\d{4}-\d\d-\d\d) (\d)/, '$1T$2')
    .replace(/ ?([+-]\d\d)(?::?(\d\d))?$/, (_all, hours: string, minutes = '00') => `${hours}:${minutes}`);
}

function plausible(milliseconds: number) {
  return milliseconds >= earliest && milliseconds < latest ? milliseconds : null;
}

/** Describes an author; whoever left no name is 匿名. */
export function authorOf(name: unknown, email: unknown, website: unknown): Author {
  return { name: oneLineOf(name) || '匿名', email: mail(email), website: websiteOf(website) };
}

/** Keeps http addresses; a bare domain gets its scheme. */
export function websiteOf(value: unknown) {
  const written = oneLineOf(value);
  return website(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]|$)/i.test(written) ? `http://${written}` : written);
}

/** Reads the address of a site, without a slash at its end. */
export function siteAddressOf(value: unknown) {
  let address = websiteOf(value);
  while (address.endsWith('/')) address = address.slice(0, -1);
  return address;
}
