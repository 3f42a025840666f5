import type { MemberCounts } from '@mojian/contract/members/members';
import { Link } from 'react-router';
import { figures } from '../../../ui/figures.ts';

export const tabWords = {
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
  /** A tab without one of its own shows none. */
  counts: Partial<MemberCounts> | undefined;
  addressOf: (tab: Tab) => string;
};

/** Each tab is a page of its own, so that it can be linked to and gone back to. */
export function Tabs({ tabs, chosen, counts, addressOf }: Props) {
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
  return count !== undefined && <span className="n">{figures(count)}</span>;
}
