import type { NeighbourArticle } from '@mojian/contract/pages/neighbours';
import { dayLength, dayNumber } from '@mojian/contract/platform/time';

/** `isFurther`: another of the same neighbour and day, which stands below the first. */
export type NeighbourRow = { article: NeighbourArticle; isFurther: boolean };
/** `day`: its articles are of one day, so their times say more than their dates. */
export type DayGroup = { title: string; isOneDay: boolean; rows: NeighbourRow[] };

const week = 7;

/** Groups articles, newest first, under 今天, 昨天, 这一周 and their months, those of one neighbour and day together. */
export function groupByDay(articles: NeighbourArticle[], now: number): DayGroup[] {
  const groups = Map.groupBy(articles, ({ publishedAt }) => titleOf(Date.parse(publishedAt), now));
  return Array.from(groups, ([title, own]) => ({
    title,
    isOneDay: title === '今天' || title === '昨天',
    rows: [...Map.groupBy(own, ofOneDay).values()].flatMap((together) =>
      together.map((article, at) => ({ article, isFurther: at > 0 })),
    ),
  }));
}

function ofOneDay({ neighbour, publishedAt }: NeighbourArticle) {
  return `${dayNumber(Date.parse(publishedAt))} ${neighbour.url}`;
}

function titleOf(at: number, now: number) {
  const days = dayNumber(now) - dayNumber(at);
  if (days <= 0) return '今天';
  if (days === 1) return '昨天';
  if (days < week) return '这一周';
  const [year, month] = new Date(dayNumber(at) * dayLength).toISOString().split('-').map(Number);
  return `${year}年${month}月`;
}
