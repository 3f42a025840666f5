import type { ArticleCard } from '@mojian/contract/content/articles';
import type { MemberCounts } from '@mojian/contract/members/members';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page } from '@mojian/contract/platform/fields';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { figures } from '../../../ui/figures.ts';
import { readNumber } from '../../content/tags/choice.ts';
import '../../../ui/tabs.css';

const tabWords = {
  articles: '文章',
  series: '专栏',
  collects: '收藏',
  comments: '评论',
  follows: '关注',
  fans: '粉丝',
} as const;

export type Tab = keyof typeof tabWords;

type Props = {
  tabs: readonly Tab[];
  chosen: Tab;
  /** Tabs missing here show no count. */
  counts: Partial<MemberCounts> | undefined;
  addressOf: (tab: Tab) => string;
};

/** Tabs with an address each. */
export function TabLinks({ tabs, chosen, counts, addressOf }: Props) {
  return (
    <nav className="tabs" aria-label="内容">
      {tabs.map((tab) => (
        <Link key={tab} to={addressOf(tab)} aria-current={tab === chosen ? 'page' : undefined} preventScrollReset>
          {tabWords[tab]}
          <HowMany count={tab === 'series' ? undefined : counts?.[tab]} />
        </Link>
      ))}
    </nav>
  );
}

function HowMany({ count }: { count: number | undefined }) {
  return count !== undefined && count > 0 && <span className="small-count">{figures(count)}</span>;
}

/** Choices on a member's page: all of their activity, one kind of it, or people. */
export const publicTabs = ['all', 'articles', 'says', 'comments', 'collects', 'follows', 'fans'] as const;
export type PublicTab = (typeof publicTabs)[number];
export const isPeople = (tab: PublicTab): tab is 'follows' | 'fans' => tab === 'follows' || tab === 'fans';

export const ownTabs = Object.keys(tabWords) as Tab[];

const largestPage = 100_000;

/** Parses `?tab=fans&page=2`. */
export function readUserChoice<Some extends string>(query: URLSearchParams, tabs: readonly [Some, ...Some[]]) {
  const name = query.get('tab') || tabs[0];
  const tab = tabs.find((tab) => tab === name);
  if (!tab) throw new Failure('not-found');
  return { tab, page: readNumber(query, 'page', largestPage) ?? 1 };
}

/** Canonical address of a tab and page, defaults omitted. */
export function userAddress(path: string, tab: Tab, page = 1): string {
  return withParams(path, [tab !== 'articles' && `tab=${tab}`, page > 1 && `page=${page}`]);
}

/** Canonical address of a part of a member's page; `after` is the mark of a later page of activity. */
export function memberAddress(id: number, tab: PublicTab, { page = 1, after }: { page?: number; after?: string } = {}) {
  const params = [tab !== 'all' && `tab=${tab}`, page > 1 && `page=${page}`, after && `after=${after}`];
  return withParams(`/user/${id}`, params);
}

function withParams(path: string, params: (string | false | undefined)[]) {
  const query = params.filter(Boolean).join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Followed people or followers. */
export function listPeople({ follows }: CallsOf<'follows'>, userId: number, kind: 'follows' | 'fans', pageNo: number) {
  return follows.list({ query: { userId, kind, pageNo } });
}

/** Collected articles, newest first. */
export async function listCollected({ collects }: CallsOf<'collects'>, pageNo: number) {
  const page: Page<ArticleCard> = await collects.list({ query: { pageNo } });
  return { ...page, records: page.records.map((article) => ({ ...article, pinned: false })) };
}
