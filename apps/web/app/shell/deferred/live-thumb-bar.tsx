import type { MouseEvent } from 'react';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { useUnread } from '../../live/unread.ts';
import { useUser } from '../../session/session.ts';
import { readToken } from '../../session/token.ts';
import { firstUnread } from './notice-menu.tsx';
import './thumb-bar.css';
import { ThumbBar } from './thumb-bar.tsx';

/** The bar at the foot of phones, with the member's face and what is unread; visitors are asked to log in. */
export function LiveThumbBar({ onSearch }: { onSearch: () => void }) {
  const unread = useUnread();
  const search = (event: MouseEvent) => {
    event.preventDefault();
    onSearch();
  };
  const enter = (event: MouseEvent) => {
    if (readToken()) return;
    event.preventDefault();
    askToLogIn();
  };
  const total = Object.values(unread).reduce((sum, count) => sum + count, 0);
  return <ThumbBar user={useUser()} unread={total} noticesAt={firstUnread(unread)} acts={{ search, enter }} />;
}
