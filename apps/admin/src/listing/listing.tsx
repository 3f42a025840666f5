import type { BatchResult } from '@mojian/contract/admin/batch';
import { App, Button, Result } from 'antd';
import { useState } from 'react';
import { wordsOf } from '../words-of.ts';
import { type BatchAct, BatchBar } from './batch-bar.tsx';
import { ColumnChoice, useHiddenColumns } from './column-choice.tsx';
import type { Column } from './columns.ts';
import type { CsvColumn } from './csv.ts';
import { ExportButton } from './export-button.tsx';
import { type Filter, Filters } from './filters.tsx';
import { type RowAct, RowActs } from './row-acts.tsx';
import { Rows } from './rows.tsx';
import { Tabs, type TabsOf } from './tabs.tsx';
import { type Load, useListing } from './use-listing.ts';
import './listing.css';

type Act = (ids: number[], name: string) => Promise<BatchResult | undefined>;

type Props<Row> = {
  /** Names the kept choice of columns and the exported file. */
  name: string;
  title: string;
  load: Load<Row>;
  columns: Column<Row>[];
  filters?: Filter[];
  csv?: CsvColumn<Row>[];
  /** What may be done to what is chosen. Without any, nothing can be chosen. */
  acts?: BatchAct[];
  /** What may be done to one row. */
  rowActs?: (row: Row) => RowAct[];
  /** Returns nothing when it was thought better of: then what was chosen stays chosen. */
  act?: Act;
  /** Views of the list, one of them always open. */
  tabs?: TabsOf;
  /** Shown under a row when it is opened. */
  detail?: (row: Row) => React.ReactNode;
  extra?: React.ReactNode;
  /** A change of it asks again for what is listed. */
  round?: number;
};

/** A list of the back office: filters in the address, pages from the server, chosen columns, batches, export. */
export function Listing<Row extends { id: number }>({
  name,
  title,
  load,
  columns,
  filters = [],
  csv,
  acts = [],
  act = nothing,
  rowActs,
  round,
  tabs,
  ...props
}: Props<Row>) {
  const names = [...filters, ...(tabs ? [tabs] : [])].map((filter) => filter.name);
  const listing = useListing(load, names, round);
  const [chosen, setChosen] = useState<number[]>([]);
  const [hidden, setHidden] = useHiddenColumns(name);
  const run = useAct(act, () => {
    setChosen([]);
    listing.reload();
  });
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  if (rowActs)
    shown.push({
      ...{ key: 'acts', title: '动作', align: 'right' as const },
      render: (_, row) => <RowActs acts={rowActs(row)} run={(deed) => run([row.id], deed)} />,
    });

  return (
    <>
      <div className="listing-head">
        <h1>{title}</h1>
        {listing.page && <p>共 {listing.page.total} 条</p>}
        <div className="listing-acts">
          {props.extra}
          <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
          {csv && (
            <ExportButton
              name={name}
              csv={csv}
              load={(pageNo) => load({ query: { ...listing.query, pageNo, pageSize: 50 } as never })}
            />
          )}
        </div>
      </div>
      <section className="listing">
        <Tabs tabs={tabs} query={listing.query} onChange={listing.change} onLeave={() => setChosen([])} />
        <Filters filters={filters} query={listing.query} onChange={listing.change} />
        {chosen.length > 0 && (
          <BatchBar acts={acts} count={chosen.length} run={(deed) => run(chosen, deed)} cancel={() => setChosen([])} />
        )}
        {listing.failure ? (
          <Result status="warning" title={listing.failure} extra={<Button onClick={listing.reload}>再试一次</Button>} />
        ) : (
          <Rows
            listing={listing}
            columns={shown}
            detail={props.detail}
            chosen={acts.length > 0 ? chosen : undefined}
            onChoose={setChosen}
          />
        )}
      </section>
    </>
  );
}

const nothing = async (): Promise<BatchResult> => ({ done: 0, failed: [] });

/** Does something to rows, and tells how it went. */
function useAct(act: Act, onDone: () => void) {
  const { message } = App.useApp();
  return async (ids: number[], name: string) => {
    try {
      const result = await act(ids, name);
      if (!result) return;
      if (result.done > 0) message.success(`处理了 ${result.done} 个`);
      for (const { id, why } of result.failed.slice(0, 3)) message.warning(`${id}：${why}`);
    } catch (error) {
      message.error(wordsOf(error));
    }
    onDone();
  };
}
