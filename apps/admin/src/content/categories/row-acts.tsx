import type { CategoryRow } from '@mojian/contract/content/categories-admin';
import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { Link } from 'react-router';

type Props = {
  row: CategoryRow;
  at: number;
  isLast: boolean;
  isDemo: boolean;
  move: (by: number) => void;
  edit: () => void;
  remove: () => void;
};

/** What may be done to one category; its place is changed step by step, so that keys do as well as a pointer. */
export function RowActs({ row: { id, name }, at, isLast, isDemo, move, edit, remove }: Props) {
  const hint = isDemo ? { disabled: true, title: '演示模式，不允许操作' } : {};
  const quiet = { type: 'text', size: 'small', ...hint } as const;
  return (
    <span className="row-acts">
      <Button
        {...quiet}
        className="step-up"
        icon={<Icon name="down" />}
        aria-label={`上移：${name}`}
        disabled={isDemo || at === 0}
        onClick={() => move(-1)}
      />
      <Button
        {...quiet}
        icon={<Icon name="down" />}
        aria-label={`下移：${name}`}
        disabled={isDemo || isLast}
        onClick={() => move(1)}
      />
      <Link to={`/articles?categoryId=${id}`}>文章</Link>
      <button type="button" {...hint} onClick={edit}>
        编辑
      </button>
      <button type="button" {...hint} onClick={remove}>
        删除
      </button>
    </span>
  );
}
