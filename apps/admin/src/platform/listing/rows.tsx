import { Checkbox, Empty, Pagination, Skeleton, Spin, Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import { usePhone } from '../shell/theme.ts';
import type { useListing } from './use-listing.tsx';
import './rows.css';

type Props<Row extends { id: number }> = {
  listing: ReturnType<typeof useListing<Row>>;
  columns: Column<Row>[];
  none: string;
  detail: ((row: Row) => React.ReactNode) | undefined;
  chosen: number[] | undefined;
  onChoose: (ids: number[]) => void;
};

export function Rows<Row extends { id: number }>({ listing, columns, detail, chosen, onChoose, ...props }: Props<Row>) {
  const isPhone = usePhone();
  const { page, isLoading, fresh, isNarrowed } = listing;
  const none = isNarrowed ? '没有符合条件的' : props.none;
  const rows = page?.records ?? [];
  const pagination = {
    current: page?.pageNo ?? 1,
    pageSize: page?.pageSize ?? 10,
    total: page?.total ?? 0,
    onChange: (pageNo: number, pageSize: number) =>
      listing.change({ pageNo: String(pageNo), pageSize: String(pageSize) }),
  };
  if (isPhone)
    return (
      <Cards
        rows={rows}
        columns={columns}
        none={none}
        isLoading={isLoading}
        fresh={fresh}
        chosen={chosen}
        onChoose={onChoose}
        detail={detail}
        pagination={pagination}
      />
    );
  return (
    <Table<Row>
      rowKey="id"
      size="middle"
      columns={columns}
      dataSource={rows}
      onRow={() => ({ tabIndex: -1 })}
      rowClassName={({ id }) => (fresh.includes(id) ? 'row-fresh' : '')}
      loading={isLoading}
      locale={{
        emptyText: isLoading ? <Skeleton active title={false} paragraph={{ rows: 8 }} /> : <Empty description={none} />,
      }}
      {...(detail && { expandable: { expandedRowRender: detail, rowExpandable: (row) => detail(row) !== null } })}
      {...(chosen && {
        rowSelection: {
          columnWidth: 46,
          selectedRowKeys: chosen,
          onChange: (keys: unknown) => onChoose(keys as number[]),
          getTitleCheckboxProps: () => ({ 'aria-label': '选择这一页' }),
          getCheckboxProps: ({ id }: Row) => ({ 'aria-label': `选择 ${id}` }),
        } as object,
      })}
      pagination={{
        ...pagination,
        showSizeChanger: true,
        pageSizeOptions: [10, 20, 50],
        showTotal: (_, [from, to]) => `第 ${from}–${to} 条，共 ${listing.total} 条`,
      }}
    />
  );
}

type CardsProps<Row> = {
  rows: Row[];
  columns: Column<Row>[];
  none: string;
  isLoading: boolean;
  /** Rows added or changed while the list was open. */
  fresh: (number | string)[];
  /** Undefined where rows cannot be selected. */
  chosen: number[] | undefined;
  onChoose: (ids: number[]) => void;
  detail: ((row: Row) => React.ReactNode) | undefined;
  pagination: { current: number; pageSize: number; total: number; onChange: (pageNo: number, size: number) => void };
};

/** The list on a phone: the first column is the heading, the others stand below it. */
function Cards<Row extends { id: number }>({ rows, columns, chosen, onChoose, detail, ...props }: CardsProps<Row>) {
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
            className={[chosen?.includes(row.id) && 'row-chosen', props.fresh.includes(row.id) && 'row-fresh']
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
              <div className="row-card-heading">{heading && cellContent(heading, row, index)}</div>
              <div className="row-card-rest">
                {others.map((column) => (
                  <span key={column.key} className={`row-card-${column.key}`}>
                    {cellContent(column, row, index)}
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

function cellContent<Row>({ render, dataIndex }: Column<Row>, row: Row, index: number): React.ReactNode {
  const value = dataIndex === undefined ? undefined : (row as Record<string, unknown>)[String(dataIndex)];
  return render ? (render(value, row, index) as React.ReactNode) : String(value ?? '');
}

export type Column<Row> = ColumnType<Row> & { key: string; title: string };
