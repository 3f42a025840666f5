import { Button, Result } from 'antd';
import { useRef } from 'react';
import { type BatchAct, BatchBar } from './batch-bar.tsx';
import { useHiddenColumns } from './column-choice.tsx';
import { Filters } from './filters.tsx';
import { isInHand } from './is-in-hand.ts';
import { KeysHelp } from './keys-help.tsx';
import { Later } from './later.tsx';
import { ListingHead } from './listing-head.tsx';
import type { ListingProps } from './listing-props.ts';
import { RowActs } from './row-acts.tsx';
import { Rows } from './rows.tsx';
import { Tabs } from './tabs.tsx';
import { useChosen } from './use-chosen.ts';
import { useDeeds } from './use-deeds.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { useKeys } from './use-keys.ts';
import { useListing } from './use-listing.ts';
import './listing.css';

/** A list of the back office: filters in the address, pages from the server, chosen columns, batches, keys, export. */
export function Listing<Row extends { id: number }>(props: ListingProps<Row>) {
  const { name, columns, filters = [], acts = [], rowActs, tabs } = props;
  const names = [...filters, ...(tabs ? [tabs] : [])].map((filter) => filter.name);
  const section = useRef<HTMLElement>(null);
  const listing = useListing(props.load, names, { round: props.round, isInHand: () => isInHand(section.current) });
  const { query, failure, reload, change } = listing;
  const [chosen, setChosen] = useChosen(query, listing.page?.records);
  const [hidden, setHidden] = useHiddenColumns(name);
  const run = useDeeds(props.act ?? nothing, () => {
    setChosen([]);
    reload();
  });
  const keys = useKeys(section);
  useKeptPlace(section, listing.page);
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  if (rowActs)
    shown.push({
      ...{ key: 'acts', title: '操作', className: 'acts', align: 'right' as const },
      render: (_, row) => <RowActs acts={rowActs(row)} run={(deed) => run([row.id], deed)} />,
    });
  const runBatch = (deed: BatchAct) => run(chosen, deed);

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
            <Later isDue={listing.later !== undefined} catchUp={listing.catchUp} />
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
