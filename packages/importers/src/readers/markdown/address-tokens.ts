import { chinaOffset, dayLength } from '@mojian/contract/platform/time';
import { asList, text } from '../values.ts';
import type { Addresses } from './folder.ts';

type Tokens = (name: string, slice: string) => string | undefined;

/** Fills a pattern such as `/:year/:title/`; `undefined` where a token is known but empty, as a date without one. */
function fillPattern(pattern: string, tokens: Tokens): { path: string } | { unknown: string } {
  const unknown: string[] = [];
  const path = pattern.replace(/:([A-Za-z_]+|\d{1,4})(\[[^[\]]*\])?/g, (all, name: string, slice = '') => {
    const value = tokens(name, slice);
    if (value === undefined) unknown.push(all);
    return value ?? '';
  });
  return unknown.length > 0 ? { unknown: unknown.join('、') } : { path: tidyPath(path) };
}

/** Fills every pattern in every reading of the date. */
export function fillPatterns(
  patterns: string[],
  tokensOf: (clock: Clock | undefined) => Tokens,
  clocks: Clock[],
): Addresses {
  const known = new Set<string>();
  const unknown = new Set<string>();
  for (const pattern of patterns)
    for (const clock of clocks.length > 0 ? clocks : [undefined]) {
      const filled = fillPattern(pattern, tokensOf(clock));
      if ('path' in filled) known.add(filled.path);
      else unknown.add(filled.unknown);
    }
  return { known: [...known], unknown: known.size > 0 ? [] : [...unknown] };
}

/** A path that begins with one slash; what would end it is encoded. */
export function tidyPath(path: string) {
  return `/${path}`.replace(/\/{2,}/g, '/').replace(/[%#?]/g, (sign) => encodeURIComponent(sign));
}

/** A folder's path without slashes at its ends or `./` before it; '' for the folder itself. */
export function withoutSlashes(path: string) {
  return path.replace(/^\.?(?:\/+|$)|(?<!\/)\/+$/g, '');
}

/** Values of a field, one or several, as addresses from the root. */
export function writtenAddresses(value: unknown): string[] {
  return [value]
    .flat(2)
    .map(text)
    .filter((one) => one !== '' && !/\s{2}|\n/.test(one))
    .map((one) =>
      /^https?:\/\//i.test(one) ? (URL.parse(one)?.pathname ?? '') : one.startsWith('/') ? one : `/${one}`,
    )
    .filter((one) => one !== '' && one !== '/');
}

const zoned =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?.*?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;

/** A moment as a calendar and clock show it. */
export type Clock = {
  at: Date;
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
};

/** Readings of a date: as written in its own zone, in China, and in UTC; systems differ in which they take. */
export function clocksOf(written: unknown, date: number | undefined): Clock[] {
  if (date === undefined) return [];
  const own = zoned.exec(text(written));
  const times = [
    ...(own
      ? [Date.UTC(...(own.slice(1, 7).map((part, at) => Number(part ?? 0) - (at === 1 ? 1 : 0)) as [number, number]))]
      : []),
    date + chinaOffset,
    date,
  ];
  return [...new Set(times)].map(clockOf);
}

function clockOf(time: number): Clock {
  const at = new Date(time);
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = at.toISOString().split(/[-T:.]/);
  return { at, year, month, day, hour, minute, second };
}

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Names and numbers of a day as Hugo and Jekyll write them. */
export function calendarOf({ at }: Clock) {
  const yearStart = Date.UTC(at.getUTCFullYear(), 0, 1);
  const month = months[at.getUTCMonth()] ?? '';
  const weekday = weekdays[at.getUTCDay()] ?? '';
  return {
    month,
    weekday,
    weekdayNumber: at.getUTCDay(),
    yearDay: Math.floor((at.getTime() - yearStart) / dayLength) + 1,
  };
}

/** Number of a day's week and its year by ISO 8601. */
export function isoWeekOf({ at }: Clock) {
  const thursday = new Date(at.getTime());
  thursday.setUTCDate(at.getUTCDate() + 4 - (at.getUTCDay() || 7));
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(((thursday.getTime() - start) / dayLength + 1) / 7) };
}

/** Adds the folder below which a whole site stood. */
export function belowFolder(addresses: string[], folder: string) {
  const prefix = withoutSlashes(folder);
  return prefix === '' ? addresses : [...addresses, ...addresses.map((one) => `/${prefix}${one}`)];
}

export function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? asList(value).flat(3) : [value]).map(text).filter(Boolean);
}
