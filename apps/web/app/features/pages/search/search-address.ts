import type { SearchReply } from '@mojian/contract/pages/search';
import type { Feature } from '@mojian/contract/platform/features';
import { type SearchKind, searchCountedTo, searchKinds } from '@mojian/contract/platform/rules';
import { figures } from '../../../ui/figures.ts';

/** Choices in the address of a search beside its words. */
export type SearchChoice = {
  kind?: SearchKind | undefined;
  year?: number | undefined;
  categoryId?: number | undefined;
  sort?: 'best' | 'new' | undefined;
  page?: number | undefined;
};

/** Properties of all components of the page of results. */
export type ResultsProps = { text: string; choice: SearchChoice; results: SearchReply };

/** Address of a search, defaults omitted. */
export function searchAddress(text: string, { kind, year, categoryId, sort, page = 1 }: SearchChoice = {}) {
  if (!text) return '/search';
  const query = new URLSearchParams({
    q: text,
    ...(kind && { kind }),
    ...(year && { year: String(year) }),
    ...(categoryId && { category: String(categoryId) }),
    ...(sort === 'new' && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/search?${query}`;
}

/** Kinds that this site has, in words. */
export function kindsInWords(has: (feature: Feature) => boolean) {
  const isOff: Partial<Record<SearchKind, boolean>> = {
    say: !has('says'),
    series: !has('series'),
    comment: !has('comments'),
  };
  return searchKinds.filter((kind) => !isOff[kind]).map((kind) => kindWords[kind]);
}

export function readKind(text: string | null): SearchKind | undefined {
  return searchKinds.find((kind) => kind === text);
}

export const kindWords: Record<SearchKind, string> = {
  article: '文章',
  say: '说说',
  series: '专栏',
  page: '页面',
  comment: '评论',
};

/** Trims and collapses white space. */
export function tidySearch(typed: string) {
  return typed.replace(/\s+/gu, ' ').trim();
}

/** Number of results in words: they are counted up to a limit only. */
export function resultCount(total: number) {
  return `找到${total < searchCountedTo ? '' : '至少'} ${figures(total)} 处`;
}
