import { Failure } from '@mojian/contract/platform/failures';

const largestId = 2_147_483_647;
const largestPage = 100_000;

/** What the address of a list asks for: `?id=3&page=2&by=hot`. */
export type Choice = { id: number | undefined; page: number; by: 'new' | 'hot' };

/** Reads it; an address that no link of ours has is not found. */
export function readChoice(query: URLSearchParams): Choice {
  return {
    id: readNumber(query, 'id', largestId),
    page: readNumber(query, 'page', largestPage) ?? 1,
    by: query.get('by') === 'hot' ? 'hot' : 'new',
  };
}

/** A whole number from 1 in the query, `undefined` when there is none. */
export function readNumber(query: URLSearchParams, name: string, largest: number): number | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  if (!/^[1-9]\d*$/.test(text) || Number(text) > largest) throw new Failure('not-found');
  return Number(text);
}

/** The way back: the one address of a list, what goes without saying left out. */
export function addressOf(path: string, { id, page = 1, by = 'new' }: Partial<Choice>): string {
  const parts = [id && `id=${id}`, page > 1 && `page=${page}`, by === 'hot' && 'by=hot'].filter(Boolean);
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path;
}
