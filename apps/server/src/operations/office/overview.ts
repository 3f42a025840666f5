import type { Figure, Overview, Series, Span } from '@mojian/contract/operations/office';
import { shortLine } from '@mojian/contract/platform/format';
import { chinaOffset, dayLength, dayName, dayNumber } from '@mojian/contract/platform/time';
import { saysByDay } from '../../community/says/says.ts';
import { articlesByDay } from '../../content/articles/archive.ts';
import { listCategories } from '../../content/categories/categories.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { countedByDay, firstCounted, sourcesSince } from '../../core/visits/visits.ts';
import { calendarStart, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import * as queries from './office.queries.ts';
import { countWaitingItems, newestWords } from './office.queries.ts';
import { topArticles } from './readings.ts';

type Day = { day: number; count: number };
type Deps = { db: Db; presence: Presence };

const year = 365;
const week = 7;
const month = 30;
const spans = [week, month, year] as const;
const shown = 8;
const wordsShown = 40;

/** Statistics by day in China's time zone. */
export async function showOverview({ db, presence }: Deps, viewer: Viewer, now = Date.now()): Promise<Overview> {
  const today = dayNumber(now);
  const [articles, says, categories] = await Promise.all([
    articlesByDay(db),
    saysShown(db, calendarStart(now)),
    listCategories(db),
  ]);
  const [waiting, members] = await Promise.all([listWaiting(db, viewer), queries.countMembers(db)]);
  const { counts, countedSince } = await countDays(db, today);
  return {
    today: dayName(today),
    series: { ...lastYear(counts), articles: inOrder(articles, today, year) },
    spans: spans.map((days) => spanOf(counts, days)),
    countedSince,
    totals: { members, articles: sumOf(articles), pages: await queries.countPages(db), online: presence.count() },
    waiting,
    top: await Promise.all(spans.map(async (days) => ({ days, articles: await topArticles(db, days, shown, now) }))),
    sources: await sourcesSince(db, today - month + 1, shown),
    categories: categories.map(({ id, name, articles }) => ({ id, name, articles: Number(articles) })),
    calendar: calendarOf(articles, says, calendarStart(now)),
  };
}

async function saysShown(db: Db, from: number) {
  return (await hasFeature(db, 'says')) ? saysByDay(db, from) : [];
}

type Counts = Record<Figure, number[]>;

/** Two years, to compare the last with the one before. */
async function countDays(db: Db, today: number) {
  const first = today - 2 * year + 1;
  const since = first * dayLength - chinaOffset;
  const [visits, comments, members, countedSince] = await Promise.all([
    countedByDay(db, first),
    queries.commentsByDay(db, since),
    queries.membersByDay(db, since),
    firstCounted(db),
  ]);
  const counted = (name: 'views' | 'visitors' | 'reads') =>
    inOrder(
      visits.map(({ day, ...counts }) => ({ day: Date.parse(day) / dayLength, count: counts[name] })),
      today,
    );
  const counts: Counts = {
    views: counted('views'),
    visitors: counted('visitors'),
    reads: counted('reads'),
    comments: inOrder(comments, today),
    members: inOrder(members, today),
  };
  return { counts, countedSince };
}

/** Values per day up to today, 0 for missing days. */
function inOrder(days: Day[], today: number, length = 2 * year) {
  const counts = new Map(days.map(({ day, count }) => [Number(day), Number(count)]));
  return Array.from({ length }, (_, index) => counts.get(today - length + 1 + index) ?? 0);
}

function lastYear(counts: Counts) {
  return each(counts, (days) => days.slice(-year)) satisfies Omit<Series, 'articles'>;
}

function spanOf(counts: Counts, days: number): Span {
  const total = (some: number[]) => some.reduce((sum, count) => sum + count, 0);
  return {
    days,
    now: each(counts, (all) => total(all.slice(-days))),
    before: each(counts, (all) => total(all.slice(-2 * days, -days))),
  };
}

function each<Result>(counts: Counts, make: (days: number[]) => Result) {
  return Object.fromEntries(Object.entries(counts).map(([name, days]) => [name, make(days)])) as Record<Figure, Result>;
}

/** Pending items the viewer may settle, without texts for the demo account. */
async function listWaiting(db: Db, viewer: Viewer): Promise<Overview['waiting']> {
  const waiting = await countWaitingItems(db, viewer.role);
  return Promise.all(
    waiting
      .filter(({ count }) => count > 0)
      .map(async ({ kind, count, newest }) => ({
        kind,
        count,
        newest: isoTime(newest),
        words: isStaff(viewer) ? shortLine(await newestWords(db, kind), wordsShown) : '',
      })),
  );
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
