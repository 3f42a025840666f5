import type { QuietHours } from '@mojian/contract/core/alerts';
import { chinaOffset, dayLength, minuteLength } from '@mojian/contract/platform/time';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { readValue, writeValue } from '../../platform/db/stored-values.ts';

const stored = 'alert-quiet-hours';
const usual: QuietHours = { isOn: false, from: '22:30', to: '07:30' };

/** Quiet hours in China, stored in one row of the settings' table, which the export of contents leaves out. */
export async function readQuietHours(db: Db | Trx): Promise<QuietHours> {
  return { ...usual, ...(JSON.parse((await readValue(db, stored)) ?? '{}') as Partial<QuietHours>) };
}

export function writeQuietHours(trx: Trx, hours: QuietHours) {
  return writeValue(trx, stored, JSON.stringify(hours));
}

/** Whether a moment is within the quiet hours, which usually go over midnight; the last minute is no longer. */
export function isQuiet({ isOn, from, to }: QuietHours, now: number) {
  if (!isOn) return false;
  const minute = Math.floor(((now + chinaOffset) % dayLength) / minuteLength);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end;
}

/** Moment at which the last quiet hours ended; -Infinity without any. */
export function lastQuietEnd({ isOn, to }: QuietHours, now: number) {
  if (!isOn) return Number.NEGATIVE_INFINITY;
  const midnight = now - ((now + chinaOffset) % dayLength);
  const end = midnight + minuteOf(to) * minuteLength;
  return end <= now ? end : end - dayLength;
}

function minuteOf(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
