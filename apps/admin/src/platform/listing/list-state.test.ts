import { expect, test } from 'vitest';
import { applyRefresh, compareRows, type ListState, updateInPlace } from './list-state.ts';

type Row = { id: number; text: string };
const [one, two, three] = [1, 2, 3].map((id) => ({ id, text: 'a' })) as [Row, Row, Row];
const pageOf = (records: Row[], total = records.length) => ({ records, total, pages: 1, pageNo: 1, pageSize: 10 });
const shown: ListState<Row> = {
  page: pageOf([one, two]),
  failure: '',
  isLoading: false,
  fresh: [],
  pending: undefined,
};

test('new and changed rows are told apart from unchanged ones', () => {
  expect(compareRows([one, two], [one, two])).toEqual({ isSameOrder: true, changed: [] });
  expect(compareRows([one, two], [{ ...one, text: 'b' }, two])).toEqual({ isSameOrder: true, changed: [1] });
  expect(compareRows([one, two], [three, one, two])).toEqual({ isSameOrder: false, changed: [3] });
  expect(compareRows([one, two], [two])).toEqual({ isSameOrder: false, changed: [] });
  expect(updateInPlace([one, two], [three, { ...two, text: 'b' }])).toEqual([one, { ...two, text: 'b' }]);
});

test('an idle list takes a refetched page at once and marks its new rows', () => {
  expect(applyRefresh(shown, pageOf([three, one, two]), false)).toMatchObject({
    page: { records: [three, one, two], total: 3 },
    fresh: [3],
    pending: undefined,
  });
});

test('in a list in use rows change in place, and a page that would move them is held back until requested', () => {
  const changed = { ...two, text: 'b' };
  const next = applyRefresh(shown, pageOf([three, changed]), true);
  expect(next).toMatchObject({ page: { records: [one, changed] }, fresh: [2], pending: { records: [three, changed] } });
  const again = applyRefresh(next, pageOf([three, changed]), true);
  expect(again).toMatchObject({
    page: { records: [one, changed] },
    fresh: [2],
    pending: { records: [three, changed] },
  });
  // the new row was removed again
  expect(applyRefresh(next, pageOf([one, changed]), true)).toMatchObject({ fresh: [2], pending: undefined });
});

test('an equal page changes nothing, a new total does, and a failed list recovers', () => {
  expect(applyRefresh(shown, pageOf([one, two]), false)).toBe(shown);
  expect(applyRefresh(shown, pageOf([one, two], 12), true)).toMatchObject({ page: { total: 12 }, fresh: [] });
  const failed = { ...shown, page: undefined, failure: '没有连上' };
  expect(applyRefresh(failed, pageOf([one]), true)).toMatchObject({ page: { records: [one] }, failure: '', fresh: [] });
});
