import { Empty, Skeleton, Table } from 'antd';
import { Cards } from './cards.tsx';
import type { Column } from './columns.ts';
import type { useListing } from './use-listing.ts';
import { usePhone } from './use-phone.ts';

type Props<Row extends { id: number }> = {
  listing: ReturnType<typeof useListing<Row>>;
  columns: Column<Row>[];
  none: string;
  detail: ((row: Row) => React.ReactNode) | undefined;
  chosen: number[] | undefined;
  onChoose: (ids: number[]) => void;
};

/** The rows of a list: a table, or cards on a phone. */
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
  if (isPhone) return <Cards {...{ rows, columns, none, isLoading, fresh, chosen, onChoose, detail, pagination }} />;
  return (
    <Table<Row>
      rowKey="id"
      size="middle"
      columns={columns}
      dataSource={rows}
      onRow={() => ({ tabIndex: -1 })}
      rowClassName={({ id }) => (fresh.includes(id) ? 'fresh' : '')}
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
        showTotal: (total, [from, to]) => `第 ${from}–${to} 条，共 ${total} 条`,
      }}
    />
  );
}
