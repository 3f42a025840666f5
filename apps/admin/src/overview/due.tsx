import type { Overview } from '@mojian/contract/admin/overview';
import { Link } from 'react-router';
import { menu } from '../shell/menu.ts';
import { useOffice } from '../shell/use-office.ts';
import { since } from './words.ts';

type Kind = Overview['waiting'][number]['kind'];

/** `path` with the filter that shows just these. */
const kinds: Record<Kind, { title: string; path: string }> = {
  articles: { title: '文章待审', path: '/articles?state=pending' },
  comments: { title: '评论待看', path: '/comments?state=held' },
  says: { title: '说说待看', path: '/says?state=held' },
  board: { title: '留言待看', path: '/board?state=held' },
  chat: { title: '聊天待看', path: '/chat?state=held' },
  links: { title: '友链申请', path: '/links?state=pending' },
  feedback: { title: '意见反馈', path: '/feedback?state=open' },
  reports: { title: '举报', path: '/reports' },
  lostLinks: { title: '失联友链', path: '/links?state=lost' },
};

/** What waits for somebody, each with the way there; what this role may not settle is not its concern. */
export function Due({ waiting }: Pick<Overview, 'waiting'>) {
  const { may } = useOffice();
  const entries = menu.flatMap((group) => group.entries);
  const mine = waiting.filter(({ kind }) => {
    const path = kinds[kind].path.split('?')[0];
    return entries.some((entry) => entry.path === path && may(entry.permission));
  });
  const total = mine.reduce((all, { count }) => all + count, 0);
  return (
    <section className="card s4">
      <header>
        <h2>等你看</h2>
        <span>{total} 件</span>
      </header>
      {mine.length === 0 ? (
        <p className="none">没有等着处理的事</p>
      ) : (
        <ul className="due">
          {mine.map(({ kind, count, newest }) => (
            <li key={kind}>
              <Link to={kinds[kind].path}>
                <b>{count}</b>
                <span>{kinds[kind].title}</span>
                <time dateTime={newest}>{since(newest)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
