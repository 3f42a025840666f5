import type { Archive } from '@mojian/contract/content/articles';
import { archiveRows } from '@mojian/contract/platform/rules';

export type Year = Archive['years'][number];
export type Month = Year['months'][number];

type Span = { year?: number | undefined; month?: number | undefined; page?: number | undefined };

/** Address of a year, a month of it, or a later page of a long month. */
export function archiveAddress({ year, month, page = 1 }: Span) {
  if (year === undefined) return '/archive';
  const params = [`year=${year}`, month && `month=${month}`, page > 1 && `page=${page}`].filter(Boolean);
  return `/archive?${params.join('&')}`;
}

/** Adds what was loaded to the months already open: the next page of a month continues it, any other replaces it. */
export function openMonths(opened: Map<number, Month[]>, years: Year[]) {
  for (const { year, months } of years) {
    if (months.length === 0) continue;
    const before = new Map(opened.get(year)?.map((month) => [month.month, month]));
    opened.set(
      year,
      months.map((month) => joined(before.get(month.month), month)),
    );
  }
}

function joined(before: Month | undefined, month: Month): Month {
  if (before === undefined || before.articles.length === 0) return month;
  if (month.articles.length === 0) return { ...before, count: month.count };
  const isNext = month.from === before.from + before.articles.length;
  return isNext ? { ...month, from: before.from, articles: [...before.articles, ...month.articles] } : month;
}

/** Numbers of the pages before and after the rows shown, where there are any. */
export function pagesBeside({ count, from, articles }: Month) {
  const last = from + articles.length;
  return {
    newer: from > 0 ? Math.ceil(from / archiveRows) : undefined,
    older: articles.length > 0 && last < count ? Math.floor(last / archiveRows) + 1 : undefined,
    left: count - last,
  };
}
