import type { MemberAbout, WritingYear } from '@mojian/contract/members/activity';
import type { Person } from '@mojian/contract/members/follows';
import type { Member, MemberCounts } from '@mojian/contract/members/members';
import type { Page } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { useUser } from '../../../session/session.ts';
import { useHas } from '../../../site/features-on.ts';
import { Empty } from '../../../ui/empty.tsx';
import { askToBlock } from '../../core/blocks/ask-to-block.ts';
import { type ActivityKind, ActivityList, type ActivityPage } from '../activity/activity-list.tsx';
import { type Commented, LoneComment } from '../activity/lone-comment.tsx';
import { Faces, MemberAside } from '../activity/member-aside.tsx';
import { PinnedPiece } from '../activity/pinned-piece.tsx';
import { WritingYearBand } from '../activity/writing-year.tsx';
import { FollowButton, PeopleList, useFollow } from './people-list.tsx';
import { memberAddress, type PublicTab } from './tabs.tsx';
import { type CounterName, UserHead, UserTallies } from './user-head.tsx';

export type Shown =
  | { tab: ActivityKind; list: ActivityPage; after: string | undefined }
  | { tab: 'follows' | 'fans'; list: Page<Person> };

/** Data of the column beside a member's activity, and of the year above it. */
export type Beside = { year: WritingYear; about: MemberAbout; fans: Person[]; followed: Page<Person> | null };

type Props = {
  member: Member;
  counts: MemberCounts;
  shown: Shown;
  beside: Beside;
  /** Loads another page of the same list. */
  loadPeople: (pageNo: number) => Promise<Page<Person>>;
  loadActivity: (after: string) => Promise<ActivityPage>;
  calls: CallsOf<'follows'>;
};

/** A member's public page. */
export function PageScreen(props: Props) {
  const { member, shown, calls } = props;
  const { id, followed, guest } = member;
  const isOwn = useUser()?.id === id;
  const { isFollowed, toggle } = useFollow(member, calls);
  const counts = { ...props.counts, fans: props.counts.fans + Number(isFollowed) - Number(followed) };
  return (
    <main id="main" className="user-page">
      <UserHead
        profile={member}
        numbers={<UserTallies counts={counts} names={namesFor(member)} addressOf={(name) => addressFor(id, name)} />}
      >
        {!guest && (isOwn ? <ToOwn /> : <Towards member={member} isFollowed={isFollowed} toggle={toggle} />)}
      </UserHead>
      <div className="wrap">
        {'pages' in shown.list ? (
          <People {...props} shown={shown as PeopleShown} />
        ) : (
          <Doings {...props} counts={counts} shown={shown as ActivityShown} />
        )}
      </div>
    </main>
  );
}

type ActivityShown = Extract<Shown, { after: string | undefined }>;
type PeopleShown = Exclude<Shown, ActivityShown>;

/** A guest neither follows nor is followed. */
function namesFor({ guest }: Member): readonly CounterName[] {
  return guest ? ['articles', 'likes'] : ['articles', 'says', 'fans', 'follows', 'likes'];
}

function addressFor(id: number, name: CounterName) {
  return name === 'likes' ? undefined : memberAddress(id, name);
}

function ToOwn() {
  return (
    <Link className="btn" to="/user">
      编辑资料
    </Link>
  );
}

type TowardsProps = { member: Member; isFollowed: boolean; toggle: () => void };

/** Follow and chat. */
function Towards({ member: { id, nickname }, ...follow }: TowardsProps) {
  const has = useHas();
  const isBlocked = useUser()?.blocked?.includes(id) ?? false;
  return (
    <>
      <FollowButton nickname={nickname} {...follow} />
      {has('privateChat') && (
        <Link className="btn" to={`/im?userId=${id}`}>
          <Icon name="chat" />
          私聊
        </Link>
      )}
      <button className="btn quiet scripted" type="button" onClick={() => askToBlock({ id, nickname })}>
        {isBlocked ? '解除拉黑' : '拉黑'}
        <span className="visually-hidden">{nickname}</span>
      </button>
    </>
  );
}

type DoingsProps = Props & { shown: ActivityShown };

/** Year, pinned piece and activity; of whoever has said one thing, that; of whoever has said nothing, whom they follow. */
function Doings(props: DoingsProps) {
  const { member, counts, shown, beside } = props;
  const written = counts.articles + counts.says + counts.comments;
  const isWhole = shown.tab === 'all' && shown.after === undefined;
  const lone = isWhole && written === 1 ? shown.list.records.find((row) => row.kind === 'comment') : undefined;
  if (isWhole && written === 0) return <Silent {...props} />;
  if (lone) return <Lone {...props} comment={lone as Commented} />;
  return (
    <>
      <WritingYearBand year={beside.year} />
      <div className="cols user-cols">
        <section>
          {isWhole && beside.about.pinned && <PinnedPiece article={beside.about.pinned} />}
          <Recent {...props} />
        </section>
        <Beside {...props} member={member} />
      </div>
    </>
  );
}

function Recent({ member, counts, shown, beside, loadActivity }: DoingsProps) {
  const addressOf = (tab: ActivityKind, after?: string) =>
    memberAddress(member.id, tab, after === undefined ? {} : { after });
  return (
    <ActivityList
      key={addressOf(shown.tab, shown.after)}
      kind={shown.tab}
      first={shown.list}
      load={loadActivity}
      addressOf={addressOf}
      counts={counts}
      showsCollects={beside.about.showsCollects}
      today={beside.year.to}
    />
  );
}

function Beside({ member, counts, beside, children }: DoingsProps & { children?: React.ReactNode }) {
  return (
    <MemberAside
      about={beside.about}
      fans={beside.fans}
      fansTotal={counts.fans}
      fansAddress={memberAddress(member.id, 'fans')}
    >
      {children}
    </MemberAside>
  );
}

function Lone({ comment, ...props }: DoingsProps & { comment: Commented }) {
  return (
    <div className="cols user-cols">
      <LoneComment nickname={props.member.nickname} comment={comment} />
      <Beside {...props}>
        <WritingYearBand year={props.beside.year} small />
        <Followed {...props} />
      </Beside>
    </div>
  );
}

function Silent(props: DoingsProps) {
  return (
    <div className="user-silent">
      <Empty drawing="leaf" title="刚来，还没说话" />
      <Followed {...props} />
      <Faces
        title="粉丝"
        people={props.beside.fans}
        total={props.counts.fans}
        address={memberAddress(props.member.id, 'fans')}
      />
    </div>
  );
}

function Followed({ member, beside: { followed } }: DoingsProps) {
  if (!followed) return null;
  return (
    <Faces
      title="关注"
      people={followed.records}
      total={followed.total}
      address={memberAddress(member.id, 'follows')}
    />
  );
}

const nobody = { fans: '还没有粉丝', follows: '还没有关注的人' };
const heads = { fans: '粉丝', follows: '关注的人' };

function People({ member, shown, loadPeople, calls }: Props & { shown: PeopleShown }) {
  const { tab, list } = shown;
  const addressOf = (page: number) => memberAddress(member.id, tab as PublicTab, { page });
  return (
    <section className="user-people">
      <div className="section-head">
        <h2>{heads[tab]}</h2>
        <Link className="section-more" to={memberAddress(member.id, 'all')}>
          返回近况
        </Link>
      </div>
      <PeopleList
        key={addressOf(list.pageNo)}
        addressOf={addressOf}
        first={list}
        loadPage={loadPeople}
        calls={calls}
        empty={<Empty title={nobody[tab]} />}
      />
    </section>
  );
}
