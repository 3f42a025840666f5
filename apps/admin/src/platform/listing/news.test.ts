import { expect, test } from 'vitest';
import { inPlace, newsOf } from './news.ts';
import { type Shown, withNews } from './shown.ts';

type Row = { id: number; text: string };
const [one, two, three] = [1, 2, 3].map((id) => ({ id, text: 'a' })) as [Row, Row, Row];
const pageOf = (records: Row[], total = records.length) => ({ records, total, pages: 1, pageNo: 1, pageSize: 10 });
const shown: Shown<Row> = { page: pageOf([one, two]), failure: '', isLoading: false, fresh: [], later: undefined };

test('rows that came or say something else are told from those that stand as they did', () => {
  expect(newsOf([one, two], [one, two])).toEqual({ isSameOrder: true, changed: [] });
  expect(newsOf([one, two], [{ ...one, text: 'b' }, two])).toEqual({ isSameOrder: true, changed: [1] });
  expect(newsOf([one, two], [three, one, two])).toEqual({ isSameOrder: false, changed: [3] });
  expect(newsOf([one, two], [two])).toEqual({ isSameOrder: false, changed: [] });
  expect(inPlace([one, two], [three, { ...two, text: 'b' }])).toEqual([one, { ...two, text: 'b' }]);
});

test('an open list at rest takes what is new, and marks it', () => {
  expect(withNews(shown, pageOf([three, one, two]), false)).toMatchObject({
    ...{ page: { records: [three, one, two], total: 3 }, fresh: [3], later: undefined },
  });
});

test('under a hand rows change where they stand; what would move them waits until it is wanted', () => {
  const changed = { ...two, text: 'b' };
  const next = withNews(shown, pageOf([three, changed]), true);
  expect(next).toMatchObject({ page: { records: [one, changed] }, fresh: [2], later: { records: [three, changed] } });
  const again = withNews(next, pageOf([three, changed]), true);
  expect(again).toMatchObject({ page: { records: [one, changed] }, fresh: [2], later: { records: [three, changed] } });
  // what came has gone again
  expect(withNews(next, pageOf([one, changed]), true)).toMatchObject({ fresh: [2], later: undefined });
});

test('nothing is drawn anew where nothing is new; a total counts as news, and a list that failed comes back', () => {
  expect(withNews(shown, pageOf([one, two]), false)).toBe(shown);
  expect(withNews(shown, pageOf([one, two], 12), true)).toMatchObject({ page: { total: 12 }, fresh: [] });
  const failed = { ...shown, page: undefined, failure: '没有连上' };
  expect(withNews(failed, pageOf([one]), true)).toMatchObject({ page: { records: [one] }, failure: '', fresh: [] });
});
