import { Listing } from './listing.tsx';
import type { ListingProps } from './listing-props.ts';
import {
  type Writing,
  writingActs,
  writingColumns,
  writingCsv,
  writingFilters,
  writingRowActs,
} from './writing-columns.tsx';

type Props<Row> = Pick<ListingProps<Row>, 'load' | 'act' | 'extra' | 'none'> &
  Partial<Pick<ListingProps<Row>, 'columns' | 'filters'>> & {
    title: string;
    /** What one of them is called. */
    noun: string;
    /** Asked before one is removed. */
    removal: string;
    /** They can be hidden, and shown again. */
    mayHide?: boolean;
  };

/** A list of what people wrote, to release, hide and remove. */
export function WritingList<Row extends Writing & { id: number }>(props: Props<Row>) {
  const { title, noun, removal, mayHide = true, columns = writingColumns<Row>(), filters, ...rest } = props;
  return (
    <Listing<Row>
      {...rest}
      name={title}
      title={title}
      acts={writingActs(removal, { mayHide })}
      rowActs={writingRowActs(removal, { mayHide })}
      filters={filters ?? writingFilters(noun)}
      columns={columns}
      csv={writingCsv}
    />
  );
}
