import type { Page } from '@mojian/contract/platform/fields';
import { Button, Pagination, Result, Spin } from 'antd';
import { Fragment, type Key, type ReactNode } from 'react';

type Props<Row extends { id: Key }> = {
  title: string;
  note?: ReactNode;
  /** Words while there are no rows. */
  none: string;
  className?: string;
  /** Class of the list. */
  rows?: string;
  page: Page<Row> | undefined;
  failure: string;
  reload: () => void;
  turn: (pageNo: number) => void;
  children: (row: Row) => ReactNode;
};

/** A card with rows, `li` each, by page: with words while there are none, and another try where they did not come. */
export function RowCard<Row extends { id: Key }>(props: Props<Row>) {
  const { title, note, none, className = '', rows = '', page, failure, reload, turn, children } = props;
  return (
    <section className={`card ${className}`}>
      <header>
        <h2>{title}</h2>
        {note && <span>{note}</span>}
      </header>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!page && !failure && <Spin aria-label={`正在加载${title}`} />}
      {page?.total === 0 && <p className="empty-note">{none}</p>}
      <ul className={`rows ${rows}`}>
        {page?.records.map((row) => (
          <Fragment key={row.id}>{children(row)}</Fragment>
        ))}
      </ul>
      {page && page.total > page.pageSize && (
        <Pagination
          current={page.pageNo}
          pageSize={page.pageSize}
          total={page.total}
          showSizeChanger={false}
          onChange={turn}
        />
      )}
    </section>
  );
}
