import { Icon } from '@mojian/ui/icon';
import { App, Button, Checkbox, Popover, Result } from 'antd';
import { useRef, useState } from 'react';
import { errorText } from '../http-api.ts';
import type { Follows } from '../query.ts';
import { type BatchAction, BatchBar, type RowAction, RowActions, type RunBatch, useActions } from './actions.tsx';
import { type CsvColumn, maxRows, saveCsv } from './csv.ts';
import { columnsOf, csvColumnsOf, type RowFields } from './fields.tsx';
import { Filters, type ListFilters, type TabGroup, Tabs } from './filters.tsx';
import { KeysHelp, useListKeys, useRowFocus } from './keys.tsx';
import { type Column, Rows } from './rows.tsx';
import { isInUse, type Load, UpdateNotice, useListing } from './use-listing.tsx';
import './listing.css';

/** A list: filters in the address, pages from the server, chosen columns, batch actions, keys, export. */
export function Listing<Row extends { id: number }, Act extends string = string>(props: ListingProps<Row, Act>) {
  const { title, filters = {}, acts = [], rowActs, rowMenu, tabs } = props;
  const columns = columnsOf(props.fields);
  const names = [...Object.keys(filters), ...(tabs ? [tabs.name] : [])];
  const section = useRef<HTMLElement>(null);
  const { follows, round } = props;
  const listing = useListing(props.load, names, { follows, round, isInUse: () => isInUse(section.current) });
  const { query, failure, reload, change } = listing;
  const [chosen, setChosen] = useSelection(query, listing.page?.records);
  const [hidden, setHidden] = useHiddenColumns(title);
  const run = useActions(props.act ?? nothing, (done) => {
    setChosen((before) => before.filter((id) => !done.includes(id)));
    reload();
  });
  const keys = useListKeys(section);
  useRowFocus(section, listing.page);
  const acting =
    rowMenu ?? (rowActs && ((row: Row) => <RowActions acts={rowActs(row)} run={(action) => run([row.id], action)} />));
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  const runBatch = (action: BatchAction<Act>) => run(chosen, action);

  return (
    <>
      <ListingHead<Row, Act>
        {...props}
        columns={columns}
        listing={listing}
        hidden={hidden}
        onHide={setHidden}
        onKeys={keys.open}
      />
      <section className="listing" ref={section}>
        <Tabs tabs={tabs} query={query} onChange={change} />
        <Filters filters={filters} query={query} onChange={change} />
        {failure ? (
          <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />
        ) : (
          <>
            <UpdateNotice isDue={listing.pending !== undefined} catchUp={listing.catchUp} />
            <Rows
              listing={listing}
              columns={acting ? [...shown, actsColumn(acting)] : shown}
              none={props.none}
              detail={props.detail}
              chosen={acts.length > 0 ? chosen : undefined}
              onChoose={setChosen}
            />
          </>
        )}
        {chosen.length > 0 && (
          <BatchBar acts={acts} count={chosen.length} run={runBatch} cancel={() => setChosen([])} />
        )}
      </section>
      <KeysHelp keys={keys} acts={acts} />
    </>
  );
}

function actsColumn<Row>(acts: (row: Row) => React.ReactNode): Column<Row> {
  return { key: 'acts', title: '操作', className: 'listing-acts', align: 'right', render: (_, row) => acts(row) };
}

const nothing = async () => ({ done: 0, failed: [] });

/** `Act`: names of the acts that `act` knows. */
export type ListingProps<Row, Act extends string = string> = {
  /** Heading, key of the stored choice of columns, and name of the exported file. */
  title: string;
  /** Shown when the unfiltered list is empty. */
  none: string;
  load: Load<Row>;
  /** Nouns whose changes by others reload the rows quietly. */
  follows: Follows;
  fields: RowFields<Row>;
  filters?: ListFilters;
  /** False where the list cannot be exported. */
  hasCsv?: boolean;
  /** Batch actions; without any, rows cannot be selected. */
  acts?: BatchAction<Act>[];
  rowActs?: (row: Row) => RowAction<Act>[];
  /** Stands in the place of `rowActs`, where a row has a menu. */
  rowMenu?: (row: Row) => React.ReactNode;
  /** Resolves to undefined when cancelled: the selection stays. */
  act?: RunBatch<Act>;
  tabs?: TabGroup;
  /** Shown below an expanded row. */
  detail?: (row: Row) => React.ReactNode;
  extra?: React.ReactNode;
  /** A change of it reloads the list. */
  round?: number;
};

type Props<Row extends { id: number }, Act extends string> = ListingProps<Row, Act> & {
  columns: Column<Row>[];
  listing: ReturnType<typeof useListing<Row>>;
  hidden: string[];
  onHide: (hidden: string[]) => void;
  onKeys: () => void;
};

function ListingHead<Row extends { id: number }, Act extends string>({
  title,
  columns,
  fields,
  hasCsv = true,
  load,
  extra,
  listing,
  ...props
}: Props<Row, Act>) {
  const { page, query } = listing;
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {page && <p>共 {listing.total} 条</p>}
      <div className="page-tools">
        <ColumnChoice columns={columns} hidden={props.hidden} onChange={props.onHide} />
        {hasCsv && (
          <ExportButton
            name={title}
            csv={csvColumnsOf(fields)}
            load={(pageNo) => load({ query: { ...query, pageNo, pageSize: 50 } as never })}
          />
        )}
        <Button
          className="keys-open"
          aria-label="快捷键"
          title="快捷键（?）"
          icon={<Icon name="keys" />}
          onClick={props.onKeys}
        />
      </div>
      {extra && <div className="page-acts">{extra}</div>}
    </div>
  );
}

type ColumnChoiceProps = {
  columns: { key: string; title: string }[];
  hidden: string[];
  onChange: (hidden: string[]) => void;
};

function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const choice = (
    <Checkbox.Group
      className="listing-columns"
      options={columns.map(({ key, title }) => ({ value: key, label: title }))}
      value={columns.map(({ key }) => key).filter((key) => !hidden.includes(key))}
      onChange={(shown) => onChange(columns.map(({ key }) => key).filter((key) => !shown.includes(key)))}
    />
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={choice}>
      <Button icon={<Icon name="table" />}>显示列</Button>
    </Popover>
  );
}

function useHiddenColumns(name: string) {
  const key = `office.columns.${name}`;
  const [hidden, setHidden] = useState(() => readHidden(key));
  const change = (next: string[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setHidden(next);
  };
  return [hidden, change] as const;
}

function readHidden(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Selected rows that are still listed; another page or filter clears the selection. */
function useSelection(query: object, records: { id: number }[] = []) {
  const [chosen, setChosen] = useState<number[]>([]);
  const queryKey = JSON.stringify(query);
  const [before, setBefore] = useState(queryKey);
  if (queryKey !== before) {
    setBefore(queryKey);
    setChosen([]);
  }
  const listed = chosen.filter((id) => records.some((row) => row.id === id));
  return [listed, setChosen] as const;
}

type ExportProps<Row> = { name: string; csv: CsvColumn<Row>[]; load: Parameters<typeof saveCsv<Row>>[2] };

function ExportButton<Row>({ name, csv, load }: ExportProps<Row>) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const start = async () => {
    setShare(0);
    try {
      const isAll = await saveCsv(`${name}.csv`, csv, load, setShare);
      if (!isAll) message.warning(`太多了，只导出了前 ${maxRows} 条：请用条件缩小范围`);
    } catch (error) {
      message.error(`导出失败：${errorText(error)}`);
    }
    setShare(undefined);
  };
  return (
    <Button icon={<Icon name="down2" />} onClick={start} loading={share !== undefined}>
      {share === undefined ? '导出 CSV' : `导出 ${Math.round(share * 100)}%`}
    </Button>
  );
}
