import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { figures } from '../../../ui/figures.ts';
import { useLoaded } from '../../../ui/loading.ts';
import './desk.css';

type Props = { userId: number; unread: { notices: number; chats: number }; calls: CallsOf<'drafts'> };

/** Counts what waits for the member, without zeros. */
export function Desk({ userId, unread, calls }: Props) {
  const own = useLoaded(`own articles of ${userId}`, () => calls.drafts.list({ query: { pageSize: 1 } }));
  const rows = [
    { count: own.data?.extra.draft ?? 0, unit: '篇', words: '没写完的草稿', to: '/user?state=draft' },
    { count: own.data?.extra.pending ?? 0, unit: '篇', words: '等站长看', to: '/user?state=pending' },
    { count: unread.notices, unit: '条', words: '没看的通知', to: '/notice', isUnread: true },
    { count: unread.chats, unit: '条', words: '没看的私聊', to: '/im', isUnread: true },
  ].filter(({ count }) => count > 0);
  if (rows.length === 0) return null;
  return (
    <nav className="desk" aria-label="等着你的">
      {rows.map(({ count, unit, words, to, isUnread }) => (
        <Link key={words} className={isUnread ? 'desk-unread' : undefined} to={to}>
          <b>
            {figures(count)} {unit}
          </b>
          {words}
        </Link>
      ))}
    </nav>
  );
}
