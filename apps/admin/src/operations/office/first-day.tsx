import { Link } from 'react-router';
import { useOffice } from '../../platform/shell/use-office.ts';
import './first-day.css';

/** In place of a chart without a line: nobody has come yet, and what could be done meanwhile. */
export function FirstDay({ articles }: { articles: number }) {
  const { may } = useOffice();
  return (
    <div className="first-day">
      <p>还没有人来过。</p>
      <p>有人打开一页，就从这里数起；明天会有第一条线。</p>
      <ul>
        {articles === 0 && (
          <li>
            <a href="/newposts">写第一篇文章</a>
          </li>
        )}
        {may('settings.change') && (
          <li>
            <Link to="/settings">修改站名与外观</Link>
          </li>
        )}
        {may('backups.manage') && (
          <li>
            <Link to="/backups">设置备份</Link>
          </li>
        )}
      </ul>
    </div>
  );
}
