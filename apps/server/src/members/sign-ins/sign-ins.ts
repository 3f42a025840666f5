import type { SignInState } from '@mojian/contract/members/sign-ins';
import { chinaDay, dayName, dayNumber } from '@mojian/contract/platform/time';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Bounds the rows read: 27 years without a gap. */
const maxDays = 10_000;

/** Signs the viewer in for today by the server's clock, in China's time zone. A second time changes nothing. */
export async function signInToday(db: Db, viewer: Viewer, now = Date.now()) {
  await db
    .insertInto('signIns')
    .values({ userId: viewer.id, day: chinaDay(now) })
    .onConflict((known) => known.columns(['userId', 'day']).doNothing())
    .execute();
  return signInState(db, viewer, now);
}

export async function signInState(db: Db, viewer: Viewer, now = Date.now()): Promise<SignInState> {
  const today = dayNumber(now);
  const days = await listDays(db, viewer.id, dayName(today));
  return {
    streak: streakOf(days, today),
    today: days[0] === dayName(today),
    total: days.length,
    week: weekOf(today).map((day) => days.includes(day)),
  };
}

/** Days signed in, newest first. Days after `until` come from a wrong clock and do not count. */
async function listDays(db: Db, userId: number, until: string) {
  const rows = await db
    .selectFrom('signIns')
    .select('day')
    .where('userId', '=', userId)
    .where('day', '<=', until)
    .orderBy('day', 'desc')
    .limit(maxDays)
    .execute();
  return rows.map(({ day }) => day);
}

/** Counts days without a gap back from today, or from yesterday before today's sign-in. */
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
