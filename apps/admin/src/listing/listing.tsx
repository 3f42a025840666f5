import type { BatchResult } from '@mojian/contract/admin/batch';
import { App, Button, Empty, Result, Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import { useState } from 'react';
import { type BatchAct, BatchBar } from './batch-bar.tsx';
import { ColumnChoice, useHiddenColumns } from './column-choice.tsx';
import { type CsvColumn, saveCsv } from './csv.ts';
import { type Filter, Filters } from './filters.tsx';
import { type Load, useListing } from './use-listing.ts';
import './listing.css';

type Column<Row> = ColumnType<Row> & { key: string; title: string };

type Props<Row> = {
  /** Names the kept choice of columns and the exported file. */
  name: string;
  title: string;
  load: Load<Row>;
  columns: Column<Row>[];
  filters: Filter[];
  csv: CsvColumn<Row>[];
  /** What may be done to what is chosen: nothing can be chosen without. */
  acts?: BatchAct[];
  act?: (ids: number[], name: string) => Promise<BatchResult>;
  extra?: React.ReactNode;
};

/** A list of the back office: filters in the address, pages from the server, chosen columns, batches, export. */
export function Listing<Row extends { id: number }>({
  name,
  title,
  load,
  columns,
  filters,
  csv,
  ...props
}: Props<Row>) {
  const { message } = App.useApp();
  const listing = useListing(
    load,
    filters.map((filter) => filter.name),
  );
  const [chosen, setChosen] = useState<number[]>([]);
  const [hidden, setHidden] = useHiddenColumns(name);
  const { page } = listing;

  const run = async (act: string) => {
    if (!props.act) return;
    const { done, failed } = await props.act(chosen, act);
    if (done > 0) message.success(`处理了 ${done} 个`);
    for (const { id, why } of failed.slice(0, 3)) message.warning(`${id}：${why}`);
    setChosen([]);
    listing.reload();
  };

  return (
    <>
      <div className="listing-head">
        <h1>{title}</h1>
        {page && <p>共 {page.total} 条</p>}
        <div className="listing-acts">
          {props.extra}
          <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
          <Export
            name={name}
            csv={csv}
            load={(pageNo) => load({ query: { ...listing.query, pageNo, pageSize: 50 } as never })}
          />
        </div>
      </div>
      <section className="listing">
        <Filters filters={filters} query={listing.query} onChange={listing.change} />
        {chosen.length > 0 && (
          <BatchBar acts={props.acts ?? []} count={chosen.length} run={run} cancel={() => setChosen([])} />
        )}
        {listing.failure ? (
          <Result status="warning" title={listing.failure} extra={<Button onClick={listing.reload}>再试一次</Button>} />
        ) : (
          <Table<Row>
            rowKey="id"
            size="middle"
            columns={columns.filter(({ key }) => !hidden.includes(key))}
            dataSource={page?.records ?? []}
            loading={listing.isLoading}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: listing.isLoading ? ' ' : <Empty description="没有符合条件的" /> }}
            {...(props.act && {
              rowSelection: { selectedRowKeys: chosen, onChange: (keys) => setChosen(keys as number[]) },
            })}
            pagination={{
              current: page?.pageNo ?? 1,
              pageSize: page?.pageSize ?? 10,
              total: page?.total ?? 0,
              showSizeChanger: true,
              pageSizeOptions: [10, 20, 50],
              onChange: (pageNo, pageSize) => listing.change({ pageNo: String(pageNo), pageSize: String(pageSize) }),
            }}
          />
        )}
      </section>
    </>
  );
}

type ExportProps<Row> = { name: string; csv: CsvColumn<Row>[]; load: Parameters<typeof saveCsv<Row>>[2] };

function Export<Row>({ name, csv, load }: ExportProps<Row>) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const start = async () => {
    setShare(0);
    await saveCsv(`${name}.csv`, csv, load, setShare).catch(() => message.error('没有导出来，请再试一次'));
    setShare(undefined);
  };
  return (
    <Button onClick={start} loading={share !== undefined}>
      {share === undefined ? '导出 CSV' : `导出 ${Math.round(share * 100)}%`}
    </Button>
  );
}
