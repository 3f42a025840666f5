import { Failure } from '@mojian/contract/platform/failures';
import { readNumber } from '../../content/tags/choice.ts';
import { type Tab, tabWords } from './tabs.tsx';

/** What anyone sees of a member. */
export const publicTabs = ['articles', 'follows', 'fans'] as const satisfies Tab[];
export type PublicTab = (typeof publicTabs)[number];

/** What members see of themselves. */
export const ownTabs = Object.keys(tabWords) as Tab[];

const largestPage = 100_000;

/** What the address of a member's page asks for: `?tab=fans&page=2`. */
export function readUserChoice<Some extends Tab>(query: URLSearchParams, tabs: readonly [Some, ...Some[]]) {
  const asked = query.get('tab') || tabs[0];
  const tab = tabs.find((tab) => tab === asked);
  if (!tab) throw new Failure('not-found');
  return { tab, page: readNumber(query, 'page', largestPage) ?? 1 };
}

/** The way back: the one address of a tab and its page, what goes without saying left out. */
export function userAddress(path: string, tab: Tab, page = 1): string {
  const parts = [tab !== 'articles' && `tab=${tab}`, page > 1 && `page=${page}`].filter(Boolean);
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path;
}
