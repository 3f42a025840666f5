/** Filters, page and order of a list, as the address has them. */
export type Query = Record<string, string>;

/** Reads the filters with these names, and the page; empty ones are left out. */
export function readQuery(address: URLSearchParams, names: readonly string[]): Query {
  const values = [...names, 'pageNo', 'pageSize'].map((name) => [name, address.get(name) ?? '']);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** Changes part of an address; '' removes. Any change but of the page begins at the first page. */
export function changeQuery(address: URLSearchParams, part: Query) {
  const next = new URLSearchParams(address);
  if (!('pageNo' in part)) next.delete('pageNo');
  for (const [name, value] of Object.entries(part)) value === '' ? next.delete(name) : next.set(name, value);
  return next;
}
