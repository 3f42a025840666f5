import type { Overview } from '@mojian/contract/operations/overview';
import { waitingPlaces } from '@mojian/contract/operations/waiting';
import { Link } from 'react-router';
import { useOffice } from '../../platform/shell/use-office.ts';
import { since } from './words.ts';
import './due.css';

type Kind = Overview['waiting'][number]['kind'];

const titles: Record<Kind, string> = {
  articles: '文章待审核',
  comments: '评论待审核',
  says: '说说待审核',
  board: '留言待审核',
  chat: '聊天待审核',
  links: '友链申请',
  applications: '注册申请',
  feedback: '意见反馈',
  reports: '举报',
  lostLinks: '失联友链',
};

/** What waits for somebody, each with the way there; what this role may not settle is not its concern. */
export function Due({ waiting }: Pick<Overview, 'waiting'>) {
  const { may } = useOffice();
  const mine = waiting.filter(({ kind }) => may(waitingPlaces[kind].permission));
  const total = mine.reduce((all, { count }) => all + count, 0);
  return (
    <section className="card">
      <header>
        <h2>待处理</h2>
        <span>{total} 件</span>
      </header>
      {mine.length === 0 ? (
        <p className="none">没有待处理的事</p>
      ) : (
        <ul className="waits">
          {mine.map(({ kind, count, newest, words }) => (
            <li key={kind}>
              <Link to={addressOf(kind)}>
                <b>{count}</b>
                <span>
                  {titles[kind]}
                  <small>{words}</small>
                </span>
                <time dateTime={newest}>{since(newest)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function addressOf(kind: Kind) {
  const { screen, query } = waitingPlaces[kind];
  return `${screen}?${new URLSearchParams(query)}`;
}
