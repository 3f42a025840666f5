import { Failure } from '@mojian/contract/platform/failures';

const largestId = 2_147_483_647;
const largestPage = 100_000;
const largestYear = 9999;

/** Query of a list: `?id=3&year=2024&page=2&by=hot`. A year is one of a category. */
export type Choice = { id: number | undefined; year?: number | undefined; page: number; by: 'new' | 'hot' };

/** Unknown values are not found. */
export function readChipsChoice(query: URLSearchParams): Choice {
  return {
    id: readNumber(query, 'id', largestId),
    year: readNumber(query, 'year', largestYear),
    page: readNumber(query, 'page', largestPage) ?? 1,
    by: query.get('by') === 'hot' ? 'hot' : 'new',
  };
}

/** Parses a whole number from 1 to `largest`; undefined when absent. */
export function readNumber(query: URLSearchParams, name: string, largest: number): number | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  if (!/^[1-9]\d*$/.test(text) || Number(text) > largest) throw new Failure('not-found');
  return Number(text);
}

/** Canonical address of a list, defaults omitted. */
export function chipsAddress(path: string, { id, year, page = 1, by = 'new' }: Partial<Choice>): string {
  const params = [
    id && `id=${id}`,
    year && `year=${year}`,
    page > 1 && `page=${page}`,
    by === 'hot' && 'by=hot',
  ].filter(Boolean);
  return params.length > 0 ? `${path}?${params.join('&')}` : path;
}
