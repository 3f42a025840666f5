import type { NeighbourArticle } from '@mojian/contract/pages/neighbours';
import { expect, test } from 'vitest';
import { groupByDay } from './by-day.ts';

const article = (title: string, at: string, site = 'a'): NeighbourArticle => ({
  id: 1,
  title,
  url: `https://${site}.example/${title}`,
  publishedAt: `${at}:00+08:00`,
  neighbour: { name: site, url: `https://${site}.example`, avatar: '' },
});

test('articles stand under their day, those of one neighbour and day below its first', () => {
  const articles = [
    article('一', '2026-11-27T09:00'),
    article('二', '2026-11-27T08:00', 'b'),
    article('三', '2026-11-27T00:10'),
    article('四', '2026-11-26T23:50'),
    article('五', '2026-11-22T23:50'),
    article('六', '2026-11-21T10:00'),
    article('七', '2026-11-20T10:00'),
  ];
  const groups = groupByDay(articles, Date.parse('2026-11-27T12:00:00+08:00'));
  expect(
    groups.map(({ title, rows }) => [title, rows.map((row) => `${row.article.title}${row.isFurther ? '+' : ''}`)]),
  ).toEqual([
    ['今天', ['一', '三+', '二']],
    ['昨天', ['四']],
    ['这一周', ['五', '六']],
    ['2026年11月', ['七']],
  ]);
});
