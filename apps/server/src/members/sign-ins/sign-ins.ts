import type { SignInState } from '@mojian/contract/members/sign-ins';
import { chinaDay, dayName, dayNumber } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { insertDay, listDays } from './sign-ins.queries.ts';

/** One row a day: 27 years of never missing one. */
const daysRead = 10_000;

/** Signs the viewer in for today, in China and by the server's clock. A second time changes nothing. */
export async function signInToday(db: Db, viewer: Viewer, now = Date.now()) {
  await insertDay(db, viewer.id, chinaDay(now));
  return signInState(db, viewer, now);
}

/** Days in a row, all days, and this week's. */
export async function signInState(db: Db, viewer: Viewer, now = Date.now()): Promise<SignInState> {
  const today = dayNumber(now);
  const days = await listDays(db, viewer.id, { until: dayName(today), limit: daysRead });
  return {
    streak: streakOf(days, today),
    today: days[0] === dayName(today),
    total: days.length,
    week: weekOf(today).map((day) => days.includes(day)),
  };
}

/** How many days, newest first, follow one another without a gap from today, or from yesterday while today is open. */
function streakOf(days: string[], today: number) {
  const last = days[0] === dayName(today) ? today : today - 1;
  const gap = days.findIndex((day, index) => day !== dayName(last - index));
  return gap === -1 ? days.length : gap;
}

/** Monday to Sunday. Day 0, 1 January 1970, was a Thursday. */
function weekOf(today: number) {
  const monday = today - ((today + 3) % 7);
  return [0, 1, 2, 3, 4, 5, 6].map((after) => dayName(monday + after));
}
