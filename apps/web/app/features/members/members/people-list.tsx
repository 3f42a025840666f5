import type { Person } from '@mojian/contract/members/follows';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { useUser } from '../../../session/session.ts';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Earlier, More, type Part, useMore } from '../../../ui/more.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import './people-list.css';

type Props = {
  first: Part<Person>;
  loadPage: (pageNo: number) => Promise<Part<Person>>;
  addressOf: (pageNo: number) => string;
  calls: CallsOf<'follows'>;
  empty: React.ReactNode;
};

/** People with a follow button each. */
export function PeopleList({ first, loadPage, addressOf, calls, empty }: Props) {
  const more = useMore(first, loadPage);
  if (more.rows.length === 0) return empty;
  return (
    <>
      <Earlier page={first.pageNo} pages={first.pages} address={addressOf(first.pageNo - 1)} />
      <ul className="people-list">
        {more.rows.map((person) => (
          <PersonRow key={person.id} person={person} calls={calls} />
        ))}
      </ul>
      <More
        more={more}
        address={addressOf(more.next)}
        words="加载更多"
        end={`到这里就看完了，共 ${figures(first.total)} 位`}
      />
    </>
  );
}

function PersonRow({ person, calls }: { person: Person; calls: CallsOf<'follows'> }) {
  const { id, nickname, avatar, intro } = person;
  const isMe = useUser()?.id === id;
  return (
    <li>
      <Link to={`/user/${id}`}>
        <Face name={nickname} picture={ownPicture(avatar)} size="l" />
        <span>
          <b>{nickname}</b>
          {intro && <span className="people-list-line dim">{intro}</span>}
        </span>
      </Link>
      {!isMe && <FollowSwitch person={person} calls={calls} />}
    </li>
  );
}

/** Skeleton of the list. */
export function PeopleWaiting() {
  return (
    <ul className="people-list" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <li key={row}>
          <span className="people-list-waiting">
            <i className="skeleton people-list-round" />
            <i className="skeleton" />
          </span>
        </li>
      ))}
    </ul>
  );
}

type FollowButtonProps = { nickname: string; isFollowed: boolean; toggle: () => void; small?: boolean };

/** `aria-label` says what pressing does; the visible text says the present state. */
export function FollowButton({ nickname, isFollowed, toggle, small = false }: FollowButtonProps) {
  const classes = ['btn', small ? 'btn-sm' : 'user-follow', isFollowed && 'user-followed'];
  return (
    <button className={classes.filter(Boolean).join(' ')} type="button" onClick={toggle}>
      {!small && !isFollowed && <Icon name="plus" />}
      {isFollowed ? '已关注' : '关注'}
      <span className="visually-hidden">{isFollowed ? `${nickname}，按下取消关注` : nickname}</span>
    </button>
  );
}

type Someone = { id: number; nickname: string; followed: boolean };

/** Follow button with its own state. */
function FollowSwitch({ person, calls }: { person: Someone; calls: CallsOf<'follows'> }) {
  return <FollowButton nickname={person.nickname} {...useFollow(person, calls)} small />;
}

/** Follow state, changed optimistically and rolled back when refused. Visitors are asked to log in. */
export function useFollow({ id, followed }: { id: number; followed: boolean }, calls: CallsOf<'follows'>) {
  const [chosen, setChosen] = useState<boolean>();
  const isFollowed = chosen ?? followed;
  const toggle = () =>
    void toggleOptimistically({
      name: `follow ${id}`,
      from: isFollowed,
      to: !isFollowed,
      show: setChosen,
      send: () => (isFollowed ? calls.follows.unfollow : calls.follows.follow)({ query: { userId: id } }),
    });
  return { isFollowed, toggle };
}
