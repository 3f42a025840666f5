import { Icon } from '@mojian/ui/icon';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import { menuFor } from './menu.ts';
import { useOffice } from './use-office.ts';

/** What waits for somebody, each with the way there. */
export function Bell() {
  const { may, waiting } = useOffice();
  const due = menuFor(may)
    .flatMap(({ entries }) => entries)
    .map(({ path, title, waiting: kind }) => ({ path, title, count: kind ? waiting[kind] : 0 }))
    .filter(({ count }) => count > 0);
  const sum = due.reduce((before, { count }) => before + count, 0);
  const items = due.map(({ path, title, count }) => ({
    key: path,
    label: (
      <Link className="bell-entry" to={path}>
        {title}
        <b>{count}</b>
      </Link>
    ),
  }));
  const nothing = [{ key: 'none', label: '没有等着处理的事', disabled: true }];
  return (
    <Dropdown trigger={['click']} menu={{ items: sum > 0 ? items : nothing }} placement="bottomRight">
      <Button
        type="text"
        className={sum > 0 ? 'dotted' : ''}
        aria-label={sum > 0 ? `待办 ${sum} 件` : '没有待办'}
        icon={<Icon name="bell" />}
      />
    </Dropdown>
  );
}
