import type { Page } from '@mojian/contract/platform/fields';

/**
 * `fresh`: rows added or changed while the list was open. `pending`: the latest page, held back while it would move
 * rows under somebody's hand.
 */
export type ListState<Row> = {
  page: Page<Row> | undefined;
  failure: string;
  isLoading: boolean;
  fresh: (number | string)[];
  pending: Page<Row> | undefined;
};

/** Merges a quietly refetched page. */
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

/** Shows the page that was held back. */
export function applyPending<Row extends Identified>(before: ListState<Row>): ListState<Row> {
  return before.pending ? applyRefresh(before, before.pending, false) : before;
}

/** Identifies a row: a picture by its key, anything else by its number. */
export type Identified = { id: number } | { key: string };

const rowKey = (row: Identified) => ('id' in row ? row.id : row.key);

/** Tells whether both pages list the same rows in the same order, and which rows are new or changed. */
export function compareRows(shown: Identified[], fresh: Identified[]) {
  const before = new Map(shown.map((row) => [rowKey(row), JSON.stringify(row)]));
  const changed = fresh.filter((row) => before.get(rowKey(row)) !== JSON.stringify(row)).map(rowKey);
  const isSameOrder = fresh.map(rowKey).join() === shown.map(rowKey).join();
  return { isSameOrder, changed };
}

/** Updates the rows where they stand; new rows are left out, removed ones stay. */
export function updateInPlace<Row extends Identified>(shown: Row[], fresh: Row[]) {
  const now = new Map(fresh.map((row) => [rowKey(row), row]));
  return shown.map((row) => now.get(rowKey(row)) ?? row);
}
