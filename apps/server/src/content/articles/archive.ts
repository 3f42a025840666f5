import type { Archive } from '@mojian/contract/content/articles';
import { calendarStart, chinaMonth, chinaYearStart, dayName, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { countArticlesByDay, listPublishedBetween } from './articles.queries.ts';

type Day = { day: number; count: number };
type Year = Archive['years'][number];
type Row = Awaited<ReturnType<typeof listPublishedBetween>>[number] & { path: string };

/** Shows whole years, newest first, until about this many articles are listed. */
const articlesAtOnce = 200;

/** Counts the whole history and lists one year, or the newest years without `year`. */
export async function showArchive(db: Db, year?: number, now = Date.now()): Promise<Archive> {
  const days = await countArticlesByDay(db);
  const counts = countByYear(days);
  const shown = year === undefined ? newestYears(counts) : [year];
  const pathOf = await articlePaths(db);
  const rows = (await listYears(db, shown)).map((row) => ({ ...row, path: pathOf(row) }));

  return {
    total: sumOf(days, ({ count }) => count),
    words: sumOf(days, ({ words }) => words),
    firstYear: counts.at(-1)?.year ?? null,
    years: counts.map((counted) => ({
      ...counted,
      months: shown.includes(counted.year) ? months(rows, counted.year) : [],
    })),
    days: days.filter(({ day }) => day >= calendarStart(now)).map(({ day, count }) => ({ day: dayName(day), count })),
  };
}

/** Counts listed articles and words per day in China's time zone, oldest first; days by number. */
export function articlesByDay(db: Db): Promise<(Day & { words: number })[]> {
  return countArticlesByDay(db);
}

function countByYear(days: Day[]) {
  const years = Map.groupBy(days, ({ day }) => Number(dayName(day).slice(0, 4)));
  return Array.from(years, ([year, own]) => ({ year, count: sumOf(own, ({ count }) => count) })).reverse();
}

function newestYears(counts: { year: number; count: number }[]) {
  const years: number[] = [];
  let room = articlesAtOnce;
  for (const { year, count } of counts) {
    if (years.length > 0 && count > room) break;
    years.push(year);
    room -= count;
  }
  return years;
}

async function listYears(db: Db, years: number[]) {
  if (years.length === 0) return [];
  return listPublishedBetween(db, chinaYearStart(Math.min(...years)), chinaYearStart(Math.max(...years) + 1));
}

function months(rows: Row[], year: number): Year['months'] {
  const own = rows.filter(({ publishedAt }) => chinaMonth(publishedAt ?? 0).year === year);
  const byMonth = Map.groupBy(own, ({ publishedAt }) => chinaMonth(publishedAt ?? 0).month);
  return Array.from(byMonth, ([month, articles]) => ({ month, articles: articles.map(present) }));
}

function present({ id, path, title, publishedAt, category }: Row) {
  return { id, path, title, publishedAt: isoTime(publishedAt ?? 0), category: category ?? '' };
}

function sumOf<Item>(items: Item[], value: (item: Item) => number) {
  return items.reduce((sum, item) => sum + value(item), 0);
}
