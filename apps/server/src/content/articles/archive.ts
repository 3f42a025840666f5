import type { Archive } from '@mojian/contract/content/articles';
import { archiveRows } from '@mojian/contract/platform/rules';
import { dayName } from '@mojian/contract/platform/time';
import { calendarStart, chinaMonth, chinaMonthStart, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { listPublishedBetween } from './articles.queries.ts';
import { allArticles, countLists, listArticleDays, listMonths, sumsOfList } from './lists.queries.ts';

type Year = Archive['years'][number];
type Month = Year['months'][number];
type Counted = { year: number; month: number; count: number };
type Row = Awaited<ReturnType<typeof listPublishedBetween>>[number];

type Wanted = { year?: number | undefined; month?: number | undefined; pageNo?: number | undefined };

/**
 * Counts the whole history and shows the newest months of a year, without `year` of the newest years, or one month: a
 * long one has pages.
 */
export async function showArchive(db: Db, wanted: Wanted = {}, now = Date.now()): Promise<Archive> {
  const [sums, counted, days] = await Promise.all([
    sumsOfList(db, allArticles),
    countMonths(db),
    articlesByDay(db, calendarStart(now)),
  ]);
  const within = monthsOf(counted, wanted);
  const from = wanted.month === undefined ? 0 : ((wanted.pageNo ?? 1) - 1) * archiveRows;
  const rows = await listMonthsRows(db, opened(within, wanted.month), from);
  const years = new Set(within.map(({ year }) => year));
  return {
    total: sums.articles,
    words: Number(sums.words),
    firstYear: counted.at(-1)?.year ?? null,
    years: Array.from(
      Map.groupBy(counted, ({ year }) => year),
      ([year, months]) => ({
        year,
        count: sumOf(months),
        months: years.has(year) ? months.map((month) => present(month, rows.get(keyOf(month)) ?? [], from)) : [],
      }),
    ),
    days: days.map(({ day, count }) => ({ day: dayName(day), count })),
  };
}

/** Whether the archive has this year. */
export async function hasYear(db: Db, year: number) {
  return (await countMonths(db)).some((month) => month.year === year);
}

/** Numbers of listed articles, and of categories and tags that have any. */
export function countContents(db: Db) {
  return countLists(db);
}

export async function countPinned(db: Db) {
  return (await sumsOfList(db, allArticles)).pinned;
}

/** Number of listed articles, and of words in all of them. */
export function sumsOfArticles(db: Db) {
  return sumsOfList(db, allArticles);
}

export async function articlesByDay(db: Db, from?: number) {
  const days = await listArticleDays(db, from);
  return days.map(({ day, articles, words }) => ({ day, count: articles, words: Number(words) }));
}

async function countMonths(db: Db): Promise<Counted[]> {
  const months = await listMonths(db, allArticles);
  return months.map(({ month, articles }) => ({ year: Math.floor(month / 100), month: month % 100, count: articles }));
}

/** Months of the chosen year, or of whole years, newest first, up to as many rows as fit, and of at least one. */
function monthsOf(counted: Counted[], { year }: Wanted) {
  if (year !== undefined) return counted.filter((month) => month.year === year);
  const newest = Map.groupBy(counted, (month) => month.year);
  return fitting([...newest.values()], sumOf).flat();
}

function opened(months: Counted[], chosen: number | undefined) {
  return chosen === undefined ? fitting(months, ({ count }) => count) : months.filter(({ month }) => month === chosen);
}

/** The first items whose rows fit, and at least one. */
function fitting<Item>(items: Item[], rowsOf: (item: Item) => number) {
  let room = archiveRows;
  const end = items.findIndex((item, at) => {
    room -= rowsOf(item);
    return at > 0 && room < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

/** Rows of successive months, newest first. */
async function listMonthsRows(db: Db, months: Counted[], offset: number) {
  const [newest, oldest] = [months[0], months.at(-1)];
  if (!newest || !oldest) return new Map<string, Month['articles']>();
  const span: [number, number] = [
    chinaMonthStart(oldest.year, oldest.month),
    chinaMonthStart(newest.year, newest.month + 1),
  ];
  const rows = await listPublishedBetween(db, span, { limit: archiveRows, offset });
  const pathOf = await articlePaths(db);
  const shown = rows.map((row) => ({ row, path: pathOf(row), month: keyOf(chinaMonth(row.publishedAt ?? 0)) }));
  const byMonth = Map.groupBy(shown, ({ month }) => month);
  return new Map(Array.from(byMonth, ([month, own]) => [month, own.map(({ row, path }) => presentRow(row, path))]));
}

function keyOf({ year, month }: { year: number; month: number }) {
  return `${year}-${month}`;
}

function present({ month, count }: Counted, articles: Month['articles'], from: number): Month {
  return { month, count, from: articles.length > 0 ? from : 0, articles };
}

function presentRow({ id, title, publishedAt, category }: Row, path: string): Month['articles'][number] {
  return { id, path, title, publishedAt: isoTime(publishedAt ?? 0), category: category ?? '' };
}

function sumOf(months: Counted[]) {
  return months.reduce((sum, { count }) => sum + count, 0);
}
