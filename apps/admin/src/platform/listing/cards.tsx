import { Checkbox, Empty, Pagination, Skeleton, Spin } from 'antd';
import type { Column } from './columns.ts';
import './cards.css';

type Props<Row> = {
  rows: Row[];
  columns: Column<Row>[];
  none: string;
  isLoading: boolean;
  /** Came or changed while the list was open. */
  fresh: (number | string)[];
  /** Undefined where nothing can be chosen. */
  chosen: number[] | undefined;
  onChoose: (ids: number[]) => void;
  detail: ((row: Row) => React.ReactNode) | undefined;
  pagination: { current: number; pageSize: number; total: number; onChange: (pageNo: number, size: number) => void };
};

/** The rows of a list as a phone shows them: the first column is the heading, the last stands beside the others below. */
export function Cards<Row extends { id: number }>({ rows, columns, chosen, onChoose, detail, ...props }: Props<Row>) {
  const [heading, ...others] = columns;
  const toggle = (id: number, isChosen: boolean) =>
    onChoose(isChosen ? [...(chosen ?? []), id] : (chosen ?? []).filter((one) => one !== id));
  return (
    <Spin spinning={props.isLoading}>
      {rows.length === 0 && props.isLoading && (
        <Skeleton active className="row-shapes" title={false} paragraph={{ rows: 8 }} />
      )}
      {rows.length === 0 && !props.isLoading && <Empty description={props.none} />}
      <ul className="row-cards">
        {rows.map((row, index) => (
          <li
            key={row.id}
            data-row-key={row.id}
            tabIndex={-1}
            className={[chosen?.includes(row.id) && 'chosen', props.fresh.includes(row.id) && 'fresh']
              .filter(Boolean)
              .join(' ')}
          >
            {chosen && (
              <Checkbox
                aria-label={`选择第 ${index + 1} 行`}
                checked={chosen.includes(row.id)}
                onChange={({ target }) => toggle(row.id, target.checked)}
              />
            )}
            <div>
              <div className="card-heading">{heading && cellOf(heading, row, index)}</div>
              <div className="card-rest">
                {others.map((column) => (
                  <span key={column.key} className={`card-${column.key}`}>
                    {cellOf(column, row, index)}
                  </span>
                ))}
              </div>
              {detail?.(row)}
            </div>
          </li>
        ))}
      </ul>
      <Pagination simple hideOnSinglePage {...props.pagination} />
    </Spin>
  );
}

function cellOf<Row>({ render, dataIndex }: Column<Row>, row: Row, index: number): React.ReactNode {
  const value = dataIndex === undefined ? undefined : (row as Record<string, unknown>)[String(dataIndex)];
  return render ? (render(value, row, index) as React.ReactNode) : String(value ?? '');
}
