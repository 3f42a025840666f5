import type { CallsOf } from '../../../calls.ts';
import { useFollow } from './use-follow.ts';

type Props = { nickname: string; isFollowed: boolean; toggle: () => void; small?: boolean };

/** Follows and unfollows. Who is followed already reads so; those who hear the page are told what pressing does. */
export function FollowButton({ nickname, isFollowed, toggle, small = false }: Props) {
  const looks = ['btn', small && 'sm', isFollowed ? 'followed' : !small && 'seal-b'];
  return (
    <button className={looks.filter(Boolean).join(' ')} type="button" onClick={toggle}>
      {isFollowed ? '已关注' : '关注'}
      <span className="vh">{isFollowed ? `${nickname}，按下取消关注` : nickname}</span>
    </button>
  );
}

type Someone = { id: number; nickname: string; followed: boolean };

/** The same, keeping by itself what was pressed. */
export function FollowSwitch({ person, calls }: { person: Someone; calls: CallsOf<'follows'> }) {
  return <FollowButton nickname={person.nickname} {...useFollow(person, calls)} small />;
}
