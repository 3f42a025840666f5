import { searchCountedTo } from '@mojian/contract/platform/rules';
import { figures } from '../../../ui/figures.ts';

/** Address of a search. */
export function searchAddress(text: string, page = 1) {
  if (!text) return '/search';
  const query = new URLSearchParams({ q: text, ...(page > 1 && { page: String(page) }) });
  return `/search?${query}`;
}

/** Trims and collapses white space. */
export function tidySearch(typed: string) {
  return typed.replace(/\s+/gu, ' ').trim();
}

/** Query of the API: the keyword without white space, and the text as typed. */
export function searchQuery(text: string) {
  return { keyword: text.replace(/\s/gu, ''), typed: text };
}

/** Number of results in words: they are counted up to a limit only. */
export function resultCount(total: number) {
  return `${total < searchCountedTo ? '共' : '至少'} ${figures(total)} 篇`;
}
