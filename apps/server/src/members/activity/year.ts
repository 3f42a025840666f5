import type { timesOfDay, WritingYear } from '@mojian/contract/members/activity';
import { chinaDay, dayName, dayNumber } from '@mojian/contract/platform/time';
import { requireAuthor } from '../../core/identity/accounts.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { chinaMonth, chinaMonthStart } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { countByHour } from './activity.queries.ts';

/** Counts what a member wrote on each day of this month and the eleven before it. */
export async function showYear(db: Db, userId: number, now = Date.now()): Promise<WritingYear> {
  await requireAuthor(db, userId, 'userId');
  const { year, month } = chinaMonth(now);
  const from = chinaMonthStart(year, month - 11);
  const commented = { comments: await hasFeature(db, 'comments'), says: await hasFeature(db, 'says') };
  const hours = (await countByHour(db, userId, from, commented))
    .map(({ hour, count }) => ({ hour: Number(hour), count: Number(count) }))
    // a scheduled clock may be ahead of this one
    .filter(({ hour }) => Math.floor(hour / 24) <= dayNumber(now));
  const byDay = new Map<number, number>();
  for (const { hour, count } of hours)
    byDay.set(Math.floor(hour / 24), (byDay.get(Math.floor(hour / 24)) ?? 0) + count);
  const days = [...byDay].sort(([one], [other]) => one - other);
  return {
    from: chinaDay(from),
    to: chinaDay(now),
    days: days.map(([day, count]) => ({ day: dayName(day), count })),
    total: hours.reduce((sum, { count }) => sum + count, 0),
    streak: longestRun(days.map(([day]) => day)),
    mostly: usualTime(hours),
  };
}

/** Most consecutive numbers in an ascending list. */
function longestRun(days: number[]) {
  let longest = 0;
  let run = 0;
  for (const [at, day] of days.entries()) {
    run = days[at - 1] === day - 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

type TimeOfDay = (typeof timesOfDay)[number];
type Hours = { hour: number; count: number }[];

/** Below this a part of the day means nothing. */
const fewest = 10;

function usualTime(hours: Hours): TimeOfDay | null {
  const sums = new Map<TimeOfDay, number>();
  let total = 0;
  for (const { hour, count } of hours) {
    const part = timeOf(hour % 24);
    sums.set(part, (sums.get(part) ?? 0) + count);
    total += count;
  }
  if (total < fewest) return null;
  return [...sums].find(([, count]) => count * 2 > total)?.[0] ?? null;
}

function timeOf(hour: number): TimeOfDay {
  if (hour >= 22 || hour < 5) return 'night';
  if (hour < 9) return 'morning';
  if (hour < 12) return 'forenoon';
  return hour < 18 ? 'afternoon' : 'evening';
}
