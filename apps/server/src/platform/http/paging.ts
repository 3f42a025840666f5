import { Failure } from '@mojian/contract/platform/failures';
import type { NumberedQuery, Page, PageQuery } from '@mojian/contract/platform/fields';

/** Limit and offset of a page. */
export function sliceOf({ pageNo, pageSize }: PageQuery) {
  return { limit: pageSize, offset: (pageNo - 1) * pageSize };
}

/** Wraps the records of a page; `total` counts the whole list. */
export function inPages<Item>(records: Item[], total: number, { pageNo, pageSize }: PageQuery): Page<Item> {
  return { records, total, pages: Math.ceil(total / pageSize), pageNo, pageSize };
}

/**
 * Page requested by number, of a list that otherwise uses a cursor.
 * @throws Failure when both were sent
 */
export function numberedPage({ pageNo, pageSize }: NumberedQuery, usualSize: number, cursor: unknown) {
  if (pageNo === undefined && pageSize === undefined) return undefined;
  if (cursor !== undefined) throw new Failure('invalid-input', '页码与翻页标记只能给一个', 'pageNo');
  return { pageNo: pageNo ?? 1, pageSize: pageSize ?? usualSize };
}

/** Numbers added to the reply of a page requested by number. */
export async function numbersOf(page: PageQuery | undefined, count: () => Promise<number>) {
  if (!page) return {};
  const total = await count();
  return { ...page, total, pages: Math.ceil(total / page.pageSize) };
}

type Listed<Row, Item> = {
  list: (slice: ReturnType<typeof sliceOf>) => Promise<Row[]>;
  count: () => Promise<number>;
  present: (row: Row) => Item;
};

/** Lists and counts a page and presents each row. */
export async function findPage<Row, Item>(query: PageQuery, { list, count, present }: Listed<Row, Item>) {
  const [rows, total] = await Promise.all([list(sliceOf(query)), count()]);
  return inPages(rows.map(present), total, query);
}

/** Largest cursor values: milliseconds, and 32-bit integers as both databases store them. */
const mostOf = (column: string) => (column === 'createdAt' ? 1e15 : 2 ** 31 - 1);

/** Cursor of the next page: the order columns of the last row, as `12-1700000000000-345`. */
export function cursorOf(row: Record<string, unknown> | undefined, columns: readonly string[]) {
  return row ? columns.map((column) => row[column]).join('-') : null;
}

/** Parses a cursor of `cursorOf`. @throws Failure blaming `field` for any other text */
export function readCursor(after: string | undefined, columns: readonly string[], field = 'after') {
  if (after === undefined) return undefined;
  const fields = after.split('-');
  const numbers = columns.map((column, at) => {
    const part = fields[at] ?? '';
    return /^\d{1,15}$/.test(part) && Number(part) <= mostOf(column) ? Number(part) : undefined;
  });
  if (fields.length !== columns.length || numbers.includes(undefined))
    throw new Failure('invalid-input', '翻页标记有误', field);
  return numbers as number[];
}
