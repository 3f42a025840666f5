import { useRef, useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import { readToken } from '../../../session.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';

/**
 * Whether the reader follows someone, and the way to change it: at once on the screen, and back if it is refused. A
 * visitor is asked to log in instead.
 */
export function useFollow({ id, followed }: { id: number; followed: boolean }, calls: CallsOf<'follows'>) {
  const [chosen, setChosen] = useState<boolean>();
  const isBusy = useRef(false);
  const isFollowed = chosen ?? followed;
  const toggle = async () => {
    if (!readToken()) return askToLogIn();
    if (isBusy.current) return;
    isBusy.current = true;
    setChosen(!isFollowed);
    const { follow, unfollow } = calls.follows;
    await (isFollowed ? unfollow : follow)({ query: { userId: id } }).catch((error) => {
      setChosen(isFollowed);
      sayIfLost(error);
    });
    isBusy.current = false;
  };
  return { isFollowed, toggle };
}
