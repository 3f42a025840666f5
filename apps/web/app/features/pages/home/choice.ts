import { readNumber } from '../../content/tags/choice.ts';

/** The home page's list: `/?by=hot&page=2`, `/?category=3`. */
export type Choice = { by: 'new' | 'hot'; category: number | undefined; page: number };

const largestId = 2_147_483_647;
const largestPage = 100_000;

/** Unknown values are not found. */
export function readHomeChoice(query: URLSearchParams): Choice {
  return {
    by: query.get('by') === 'hot' ? 'hot' : 'new',
    category: readNumber(query, 'category', largestId),
    page: readNumber(query, 'page', largestPage) ?? 1,
  };
}

/** Canonical address of a choice, defaults omitted. */
export function homeAddress({ by = 'new', category, page = 1 }: Partial<Choice>): string {
  const fields = [by === 'hot' && 'by=hot', category && `category=${category}`, page > 1 && `page=${page}`];
  const query = fields.filter(Boolean).join('&');
  return query ? `/?${query}` : '/';
}
