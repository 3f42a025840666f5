import type { BatchResult } from '@mojian/contract/platform/batch';
import { Icon } from '@mojian/ui/icon';
import { Button, Checkbox, Popover, Result } from 'antd';
import { useRef, useState } from 'react';
import { type BatchAction, BatchBar, type RowAction, RowActions, useActions } from './actions.tsx';
import { type CsvColumn, ExportButton } from './export.tsx';
import { type Filter, Filters, type TabGroup, Tabs } from './filters.tsx';
import { KeysHelp, useListKeys, useRowFocus } from './keys.tsx';
import { type Column, Rows } from './rows.tsx';
import { isInUse, type Load, UpdateNotice, useListing } from './use-listing.tsx';
import './listing.css';

/** A list of the back office: filters in the address, pages from the server, chosen columns, batches, keys, export. */
export function Listing<Row extends { id: number }>(props: ListingProps<Row>) {
  const { name, columns, filters = [], acts = [], rowActs, tabs } = props;
  const names = [...filters, ...(tabs ? [tabs] : [])].map((filter) => filter.name);
  const section = useRef<HTMLElement>(null);
  const listing = useListing(props.load, names, { round: props.round, isInUse: () => isInUse(section.current) });
  const { query, failure, reload, change } = listing;
  const [chosen, setChosen] = useSelection(query, listing.page?.records);
  const [hidden, setHidden] = useHiddenColumns(name);
  const run = useActions(props.act ?? nothing, () => {
    setChosen([]);
    reload();
  });
  const keys = useListKeys(section);
  useRowFocus(section, listing.page);
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  if (rowActs)
    shown.push({
      ...{ key: 'acts', title: '操作', className: 'acts', align: 'right' as const },
      render: (_, row) => <RowActions acts={rowActs(row)} run={(deed) => run([row.id], deed)} />,
    });
  const runBatch = (deed: BatchAction) => run(chosen, deed);

  return (
    <>
      <ListingHead<Row> {...props} listing={listing} hidden={hidden} onHide={setHidden} onKeys={keys.open} />
      <section className="listing" ref={section}>
        <Tabs tabs={tabs} query={query} onChange={change} />
        <Filters filters={filters} query={query} onChange={change} />
        {chosen.length > 0 && (
          <BatchBar acts={acts} count={chosen.length} run={runBatch} cancel={() => setChosen([])} />
        )}
        {failure ? (
          <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />
        ) : (
          <>
            <UpdateNotice isDue={listing.pending !== undefined} catchUp={listing.catchUp} />
            <Rows
              listing={listing}
              columns={shown}
              none={props.none}
              detail={props.detail}
              chosen={acts.length > 0 ? chosen : undefined}
              onChoose={setChosen}
            />
          </>
        )}
      </section>
      <KeysHelp keys={keys} acts={acts} />
    </>
  );
}

const nothing = async () => ({ done: 0, failed: [] });

export type ListingProps<Row> = {
  /** Names the kept choice of columns and the exported file. */
  name: string;
  title: string;
  /** Said where nothing is listed although nothing narrows it. */
  none: string;
  load: Load<Row>;
  columns: Column<Row>[];
  filters?: Filter[];
  csv?: CsvColumn<Row>[];
  /** What may be done to what is chosen. Without any, nothing can be chosen. */
  acts?: BatchAction[];
  /** What may be done to one row. */
  rowActs?: (row: Row) => RowAction[];
  /** Returns nothing when it was thought better of: then what was chosen stays chosen. */
  act?: (ids: number[], name: string) => Promise<BatchResult | undefined>;
  /** Views of the list, one of them always open. */
  tabs?: TabGroup;
  /** Shown under a row when it is opened. */
  detail?: (row: Row) => React.ReactNode;
  extra?: React.ReactNode;
  /** A change of it asks again for what is listed. */
  round?: number;
};

type Props<Row extends { id: number }> = ListingProps<Row> & {
  listing: ReturnType<typeof useListing<Row>>;
  hidden: string[];
  onHide: (hidden: string[]) => void;
  onKeys: () => void;
};

/** What is listed and how many of it, and what may be done with all of it. */
function ListingHead<Row extends { id: number }>({
  name,
  title,
  columns,
  csv,
  load,
  extra,
  listing,
  ...props
}: Props<Row>) {
  const { page, query } = listing;
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {page && <p>共 {page.total} 条</p>}
      <div className="page-tools">
        <ColumnChoice columns={columns} hidden={props.hidden} onChange={props.onHide} />
        {csv && (
          <ExportButton
            name={name}
            csv={csv}
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

/** Which columns a list shows. */
function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const choice = (
    <Checkbox.Group
      className="columns"
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

/** Kept by this browser under the list's name. */
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
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * The rows that are chosen. Another page or filter begins anew, and what is listed no longer is not chosen either: nobody
 * does something to what they do not see.
 */
function useSelection(query: object, records: { id: number }[] = []) {
  const [chosen, setChosen] = useState<number[]>([]);
  const asked = JSON.stringify(query);
  const [before, setBefore] = useState(asked);
  if (asked !== before) {
    setBefore(asked);
    setChosen([]);
  }
  const listed = chosen.filter((id) => records.some((row) => row.id === id));
  return [listed, setChosen] as const;
}
