import { Icon } from '@mojian/ui/icon';
import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { menuFor } from './menu.ts';
import { useOffice } from './use-office.ts';

/** What waits for somebody, each with the way there. */
export function Bell() {
  const { may, has, waiting } = useOffice();
  const navigate = useNavigate();
  const due = menuFor(may, has)
    .flatMap(({ entries }) => entries)
    .map(({ path, title, waiting: kind }) => ({ path, title, count: kind ? waiting[kind] : 0 }))
    .filter(({ count }) => count > 0);
  const sum = due.reduce((before, { count }) => before + count, 0);
  const items = due.map(({ path, title, count }) => ({
    key: path,
    label: (
      <span className="bell-entry">
        {title}
        <b>{count}</b>
      </span>
    ),
  }));
  const nothing = [{ key: 'none', label: '没有待处理的事', disabled: true }];
  // the whole row leads there, by a click at its edge and by Enter as well: a link in it would not
  const menu = { items: sum > 0 ? items : nothing, onClick: ({ key }: { key: string }) => navigate(key) };
  return (
    <Dropdown trigger={['click']} menu={menu} placement="bottomRight">
      <Button
        type="text"
        className={sum > 0 ? 'dotted' : ''}
        aria-label={sum > 0 ? `待办 ${sum} 件` : '没有待办'}
        icon={<Icon name="bell" />}
      />
    </Dropdown>
  );
}
