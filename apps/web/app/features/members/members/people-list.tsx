import type { Person } from '@mojian/contract/members/follows';
import { Link } from 'react-router';
import type { CallsOf } from '../../../calls.ts';
import { useUser } from '../../../session.ts';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Earlier, More } from '../../../ui/more.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { type Part, useMore } from '../../../ui/use-more.ts';
import { FollowSwitch } from './follow-button.tsx';

type Props = {
  first: Part<Person>;
  loadPage: (pageNo: number) => Promise<Part<Person>>;
  addressOf: (pageNo: number) => string;
  calls: CallsOf<'follows'>;
  /** Shown when there is nobody. */
  empty: React.ReactNode;
};

/** People one below the other, each with the switch to follow them. */
export function PeopleList({ first, loadPage, addressOf, calls, empty }: Props) {
  const more = useMore(first, loadPage);
  if (more.rows.length === 0) return empty;
  return (
    <>
      <Earlier page={first.pageNo} pages={first.pages} address={addressOf(first.pageNo - 1)} />
      <ul className="people">
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
          {intro && <span className="line">{intro}</span>}
        </span>
      </Link>
      {!isMe && <FollowSwitch person={person} calls={calls} />}
    </li>
  );
}
