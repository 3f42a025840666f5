import type { BatchResult } from '@mojian/contract/platform/batch';
import type { BatchAct } from './batch-bar.tsx';
import type { Column } from './columns.ts';
import type { CsvColumn } from './csv.ts';
import type { Filter } from './filters.tsx';
import type { RowAct } from './row-acts.tsx';
import type { TabsOf } from './tabs.tsx';
import type { Load } from './use-listing.ts';

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
  acts?: BatchAct[];
  /** What may be done to one row. */
  rowActs?: (row: Row) => RowAct[];
  /** Returns nothing when it was thought better of: then what was chosen stays chosen. */
  act?: (ids: number[], name: string) => Promise<BatchResult | undefined>;
  /** Views of the list, one of them always open. */
  tabs?: TabsOf;
  /** Shown under a row when it is opened. */
  detail?: (row: Row) => React.ReactNode;
  extra?: React.ReactNode;
  /** A change of it asks again for what is listed. */
  round?: number;
};
