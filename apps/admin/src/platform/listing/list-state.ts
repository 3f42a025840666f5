import type { Page } from '@mojian/contract/platform/fields';

/**
 * What a list shows. `fresh`: rows that came or changed while it was open. `later`: the page as it is by now, where it
 * would have moved rows under somebody's hand.
 */
export type ListState<Row> = {
  page: Page<Row> | undefined;
  failure: string;
  isLoading: boolean;
  fresh: (number | string)[];
  pending: Page<Row> | undefined;
};

/** The same list after its page was asked for quietly. */
export function applyRefresh<Row extends Identified>(
  before: ListState<Row>,
  now: Page<Row>,
  isInUse: boolean,
): ListState<Row> {
  const { page, isLoading } = before;
  if (isLoading) return before;
  if (!page) return { ...before, page: now, failure: '' };
  const { isSameOrder, changed } = compareRows(page.records, now.records);
  if (isSameOrder && changed.length === 0 && now.total === page.total && !before.pending) return before;
  if (isSameOrder || !isInUse)
    return { ...before, page: now, fresh: [...before.fresh, ...changed], pending: undefined };
  const records = updateInPlace(page.records, now.records);
  const fresh = [...before.fresh, ...compareRows(page.records, records).changed];
  return { ...before, page: { ...page, records }, fresh, pending: now };
}

/** What waited takes its place. */
export function applyPending<Row extends Identified>(before: ListState<Row>): ListState<Row> {
  return before.pending ? applyRefresh(before, before.pending, false) : before;
}

/** Pictures are told apart by their keys, all else by numbers. */
export type Identified = { id: number } | { key: string };

const rowKey = (row: Identified) => ('id' in row ? row.id : row.key);

/**
 * What a page tells that was asked for anew: whether the same rows stand in the same order, and which of them came or say
 * something else than before.
 */
export function compareRows(shown: Identified[], fresh: Identified[]) {
  const before = new Map(shown.map((row) => [rowKey(row), JSON.stringify(row)]));
  const changed = fresh.filter((row) => before.get(rowKey(row)) !== JSON.stringify(row)).map(rowKey);
  const isSameOrder = fresh.map(rowKey).join() === shown.map(rowKey).join();
  return { isSameOrder, changed };
}

/** The rows where they stand, each as it is now. What came is left out, what is gone stays. */
export function updateInPlace<Row extends Identified>(shown: Row[], fresh: Row[]) {
  const now = new Map(fresh.map((row) => [rowKey(row), row]));
  return shown.map((row) => now.get(rowKey(row)) ?? row);
}
