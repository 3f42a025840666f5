import type { Page, PageQuery } from '@mojian/contract/fields';

/** The rows of a page. */
export function sliceOf({ pageNo, pageSize }: PageQuery) {
  return { limit: pageSize, offset: (pageNo - 1) * pageSize };
}

/** One page of a list, as the contract has pages; `total` counts all of it. */
export function inPages<Item>(records: Item[], total: number, { pageNo, pageSize }: PageQuery): Page<Item> {
  return { records, total, pages: Math.ceil(total / pageSize), pageNo, pageSize };
}

type Listed<Row, Item> = {
  list: (slice: ReturnType<typeof sliceOf>) => Promise<Row[]>;
  count: () => Promise<number>;
  present: (row: Row) => Item;
};

/** The page that was asked for of what is listed and counted, each row as it is presented. */
export async function findPage<Row, Item>(query: PageQuery, { list, count, present }: Listed<Row, Item>) {
  const [rows, total] = await Promise.all([list(sliceOf(query)), count()]);
  return inPages(rows.map(present), total, query);
}
