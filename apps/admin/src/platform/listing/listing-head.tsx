import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { ColumnChoice } from './column-choice.tsx';
import { ExportButton } from './export-button.tsx';
import type { ListingProps } from './listing-props.ts';
import type { useListing } from './use-listing.ts';

type Props<Row extends { id: number }> = ListingProps<Row> & {
  listing: ReturnType<typeof useListing<Row>>;
  hidden: string[];
  onHide: (hidden: string[]) => void;
  onKeys: () => void;
};

/** What is listed and how many of it, and what may be done with all of it. */
export function ListingHead<Row extends { id: number }>({
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
