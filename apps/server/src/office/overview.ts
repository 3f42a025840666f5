import type { Overview, Series } from '@mojian/contract/admin/overview';
import { articlesByDay } from '../articles/archive.ts';
import { listCategories } from '../categories/categories.ts';
import { calendarStart, chinaOffset, dayLength, dayName, dayNumber } from '../china-day.ts';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import { saysByDay } from '../says/says.ts';
import type { Presence } from '../stream/presence.ts';
import { countedByDay, mostReadSince, sourcesSince } from '../visits/counted.ts';
import * as queries from './overview.queries.ts';

type Day = { day: number; count: number };
type Parts = { db: Db; presence: Presence };

const year = 365;
const week = 7;
const month = 30;
const shown = 8;

/** How the site is doing, from its own counters. Days are China's. */
export async function showOverview({ db, presence }: Parts, now = Date.now()): Promise<Overview> {
  const today = dayNumber(now);
  const [articles, says, categories] = await Promise.all([articlesByDay(db), saysByDay(db), listCategories(db)]);
  const [waiting, members] = await Promise.all([queries.listWaiting(db), queries.countMembers(db)]);
  return {
    today: dayName(today),
    series: { ...(await countedSeries(db, today)), articles: inOrder(articles, today) },
    totals: { members, articles: sumOf(articles), online: presence.count() },
    waiting: waiting.map((one) => ({ ...one, newest: isoTime(one.newest) })),
    top: await mostReadSince(db, today - week + 1, shown),
    sources: await sourcesSince(db, today - month + 1, shown),
    categories: categories.map(({ id, name, articles }) => ({ id, name, articles: Number(articles) })),
    calendar: calendarOf(articles, says, calendarStart(now)),
  };
}

async function countedSeries(db: Db, today: number): Promise<Omit<Series, 'articles'>> {
  const first = today - year + 1;
  const since = first * dayLength - chinaOffset;
  const [visits, comments, members] = await Promise.all([
    countedByDay(db, first),
    queries.commentsByDay(db, since),
    queries.membersByDay(db, since),
  ]);
  const counted = (name: 'views' | 'visitors' | 'reads') =>
    inOrder(
      visits.map(({ day, ...counts }) => ({ day: Date.parse(day) / dayLength, count: counts[name] })),
      today,
    );
  return {
    ...{ views: counted('views'), visitors: counted('visitors'), reads: counted('reads') },
    comments: inOrder(comments, today),
    members: inOrder(members, today),
  };
}

/** A number for each day of the year that ends today. */
function inOrder(days: Day[], today: number) {
  const counts = new Map(days.map(({ day, count }) => [Number(day), Number(count)]));
  return Array.from({ length: year }, (_, index) => counts.get(today - year + 1 + index) ?? 0);
}

function calendarOf(articles: Day[], says: Day[], from: number): Overview['calendar'] {
  const within = ({ day }: Day) => Number(day) >= from;
  const counts = new Map<number, number>();
  for (const { day, count } of [...articles, ...says].filter(within))
    counts.set(Number(day), (counts.get(Number(day)) ?? 0) + Number(count));
  const days = [...counts].sort(([a], [b]) => a - b);
  return {
    days: days.map(([day, count]) => ({ day: dayName(day), count })),
    articles: sumOf(articles.filter(within)),
    says: sumOf(says.filter(within)),
    streak: longestRun(days.map(([day]) => day)),
  };
}

function longestRun(days: number[]) {
  let longest = 0;
  let run = 0;
  for (const [index, day] of days.entries()) {
    run = day - 1 === days[index - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

function sumOf(days: Day[]) {
  return days.reduce((sum, { count }) => sum + Number(count), 0);
}
