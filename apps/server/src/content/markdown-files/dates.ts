const parts =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})(?:[.,](\d{1,9}))?秒?)?)?\s*(Z|UTC|GMT|[+-]\d{1,2}:?\d{2}|[+-]\d{2})?$/i;

/**
 * Milliseconds of a date as blogs write it: `2024-05-01`, `2024/5/1 8:05`, `2024-05-01T08:00:00+08:00`, `20240501`,
 * `May 1, 2024`. Without a zone it is a time in China. Undefined for what is no date, such as 30 February.
 */
export function parseDate(written: unknown): number | undefined {
  const text = String(written ?? '').trim();
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const match = parts.exec(compact ? compact.slice(1).join('-') : text);
  if (match) return fromParts(match);
  return /^[a-z]/i.test(text) && /\b\d{4}\b/.test(text) ? fromEnglish(text) : undefined;
}

/** The date at the beginning of a file's name, `2024-05-01-rain`, and the rest of the name. */
export function datedName(name: string): { date: number; slug: string } | undefined {
  const [, date, slug = ''] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/.exec(name) ?? [];
  const time = parseDate(date);
  return time === undefined ? undefined : { date: time, slug };
}

function fromParts([, ...found]: RegExpExecArray) {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute, second, Number((found[6] ?? '').padEnd(3, '0').slice(0, 3)));
  const isReal = utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day && minute < 60 && second < 60;
  return isReal && year > 0 ? utc.getTime() - offsetOf(found[7]) : undefined;
}

function offsetOf(zone: string | undefined) {
  if (zone === undefined) return 8 * 3_600_000;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

function fromEnglish(text: string) {
  const hasZone = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?:\s*\([^()]*\))?$/i.test(text);
  const time = Date.parse(hasZone ? text : `${text} GMT+0800`);
  return Number.isNaN(time) ? undefined : time;
}
