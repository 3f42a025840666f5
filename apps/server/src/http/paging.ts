import type { Page, PageQuery } from '@mojian/contract/fields';

export function sliceOf({ pageNo, pageSize }: PageQuery) {
  return { limit: pageSize, offset: (pageNo - 1) * pageSize };
}

export function inPages<Item>(records: Item[], total: number, { pageNo, pageSize }: PageQuery): Page<Item> {
  return { records, total, pages: Math.ceil(total / pageSize), pageNo, pageSize };
}
