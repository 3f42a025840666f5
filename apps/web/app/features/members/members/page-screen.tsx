import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Person } from '@mojian/contract/members/follows';
import type { Member, MemberCounts } from '@mojian/contract/members/members';
import type { Page } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { useUser } from '../../../session/session.ts';
import { useHas } from '../../../site/features-on.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ArticleList } from '../../content/articles/article-list.tsx';
import { FollowButton, PeopleList, useFollow } from './people-list.tsx';
import { type PublicTab, publicTabs, TabLinks, userAddress } from './tabs.tsx';
import { Counters, UserHead } from './user-head.tsx';

export type Shown = { tab: 'articles'; list: Page<ArticleCard> } | { tab: 'follows' | 'fans'; list: Page<Person> };

type Props = {
  member: Member;
  counts: MemberCounts;
  shown: Shown;
  /** Loads another page of the same list. */
  loadPage: (pageNo: number) => Promise<Shown>;
  calls: CallsOf<'follows'>;
};

/** A member's public page. */
export function PageScreen({ member, counts, shown, loadPage, calls }: Props) {
  const { id, followed, guest } = member;
  const isOwn = useUser()?.id === id;
  const { isFollowed, toggle } = useFollow(member, calls);
  const fans = counts.fans + Number(isFollowed) - Number(followed);
  const path = `/user/${id}`;
  const addressOf = (tab: PublicTab, page?: number) => userAddress(path, tab, page);
  return (
    <main id="main" className="user-page">
      <UserHead profile={member}>
        {!guest && (isOwn ? <ToOwn /> : <Towards member={member} isFollowed={isFollowed} toggle={toggle} />)}
      </UserHead>
      <div className="wrap">
        <div className="user-numbers split row-wrap">
          <Counters counts={{ ...counts, fans }} names={guest ? guestCounters : undefined} />
        </div>
        <div className="user-lists list-container">
          <TabLinks
            tabs={guest ? publicTabs.slice(0, 1) : publicTabs}
            chosen={shown.tab}
            counts={{ ...counts, fans }}
            addressOf={(tab) => addressOf(tab as PublicTab)}
          />
          <List
            key={addressOf(shown.tab, shown.list.pageNo)}
            shown={shown}
            loadPage={loadPage}
            addressOf={addressOf}
            calls={calls}
          />
        </div>
      </div>
    </main>
  );
}

/** A guest neither follows nor collects. */
const guestCounters = ['articles', 'likes'] as const;

function ToOwn() {
  return (
    <Link className="btn" to="/user">
      编辑资料
    </Link>
  );
}

type TowardsProps = { member: Member; isFollowed: boolean; toggle: () => void };

/** Follow, block and chat. */
function Towards({ member: { id, nickname }, ...follow }: TowardsProps) {
  const has = useHas();
  return (
    <>
      {has('privateChat') && (
        <Link className="btn" to={`/im?userId=${id}`}>
          <Icon name="chat" />
          私聊
        </Link>
      )}
      <FollowButton nickname={nickname} {...follow} />
    </>
  );
}

type ListProps = Pick<Props, 'shown' | 'loadPage' | 'calls'> & {
  addressOf: (tab: PublicTab, page: number) => string;
};

function List({ shown, loadPage, addressOf, calls }: ListProps) {
  const common = { addressOf: (page: number) => addressOf(shown.tab, page) };
  // pages keep their list's kind
  const loadMore = async (page: number) => (await loadPage(page)).list as never;
  if (shown.tab === 'articles')
    return <ArticleList {...common} first={shown.list} loadPage={loadMore} empty={<NoArticles />} />;
  const nobody = <Empty title={shown.tab === 'fans' ? '还没有粉丝' : '还没有关注的人'} />;
  return <PeopleList {...common} first={shown.list} loadPage={loadMore} calls={calls} empty={nobody} />;
}

function NoArticles() {
  return (
    <Empty title="还没有文章">
      <p>也许正在写第一篇。</p>
    </Empty>
  );
}
