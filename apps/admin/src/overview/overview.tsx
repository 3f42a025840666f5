import { Empty } from 'antd';
import { Link } from 'react-router';
import { menu } from '../shell/menu.ts';
import { useOffice } from '../shell/use-office.ts';

/** What waits for somebody, each with the way there. */
export function Component() {
  const { nickname, waiting, may } = useOffice();
  const due = menu
    .flatMap(({ entries }) => entries)
    .filter(({ waiting: kind, permission }) => kind && waiting[kind] > 0 && may(permission));
  return (
    <>
      <h1>你好，{nickname}</h1>
      {due.length === 0 ? (
        <Empty description="没有等着处理的事" />
      ) : (
        <ul className="due-list">
          {due.map(({ path, title, waiting: kind }) => (
            <li key={path}>
              <Link to={path}>
                {title} {kind && waiting[kind]} 件
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
