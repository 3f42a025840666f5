import { State } from '../state.tsx';
import { ShortTime } from '../time.tsx';
import type { CsvColumn } from './csv.ts';
import type { Column } from './rows.tsx';

/**
 * Describes the rows of a list by their own keys, in the order of the columns: a field with `cell` is a column on the
 * screen, one with `csv` a column of the exported file.
 */
export type RowFields<Row> = { [Key in keyof Row]?: Field<Row, Row[Key]> };

type Field<Row, Value> = ColumnLook & {
  title: string;
  cell?: (value: Value, row: Row) => React.ReactNode;
  csv?: (value: Value, row: Row) => string | number;
  /** Heading in the exported file, where it differs. */
  csvTitle?: string;
};

/** `isTight`: names, states and numbers, which are cut instead of wrapped. */
type ColumnLook = Pick<Column<unknown>, 'align' | 'className' | 'width' | 'ellipsis'> & { isTight?: boolean };

/** Columns on the screen. */
export function columnsOf<Row>(fields: RowFields<Row>): Column<Row>[] {
  const columns: Column<Row>[] = [];
  for (const key in fields) {
    const field = fields[key];
    if (field?.cell) columns.push(columnOf(key, field, field.cell));
  }
  return columns;
}

function columnOf<Row, Key extends keyof Row & string>(
  key: Key,
  { title, isTight, className, align, width, ellipsis }: Field<Row, Row[Key]>,
  cell: (value: Row[Key], row: Row) => React.ReactNode,
): Column<Row> {
  const names = isTight ? 'listing-tight' : className;
  return {
    key,
    title,
    ...(names && { className: names }),
    ...(align && { align }),
    ...(width && { width }),
    ...(ellipsis && { ellipsis }),
    render: (_, row) => cell(row[key], row),
  };
}

/** Columns of the exported file. */
export function csvColumnsOf<Row>(fields: RowFields<Row>): CsvColumn<Row>[] {
  const columns: CsvColumn<Row>[] = [];
  for (const key in fields) {
    const { title = '', csvTitle = title, csv } = fields[key] ?? {};
    if (csv) columns.push({ title: csvTitle, text: (row) => csv(row[key], row) });
  }
  return columns;
}

const asItIs = <Value,>(value: Value) => value;

/** A field that only the exported file has. */
export function exported(title: string) {
  return { title, csv: (value: string | number) => value };
}

/** Leaves a field out of the exported file. */
export function shownOnly<F extends { csv?: unknown }>({ csv: _, ...field }: F) {
  return field;
}

/** A text, shown and exported as it is. */
export function text(title: string, look: ColumnLook = {}) {
  return { title, ...look, cell: asItIs<string>, csv: asItIs<string> };
}

/** A moment in ISO 8601; null is a dash, and nothing in the file. */
export function time(title: string) {
  return {
    title,
    cell: (value: string | null) => <ShortTime time={value} />,
    csv: (value: string | null) => value ?? '',
  };
}

/** A number with its unit; only the number is exported. */
export function count(title: string, unit: string, look: ColumnLook = {}) {
  return {
    title,
    align: 'right' as const,
    ...look,
    cell: (value: number) => `${value.toLocaleString('zh-CN')} ${unit}`,
    csv: asItIs<number>,
  };
}

/** A number that is not shown while it is 0. */
export function tally(title: string) {
  return { title, align: 'right' as const, isTight: true, cell: (value: number) => value || '', csv: asItIs<number> };
}

/** State of a row, as a dot and its word. */
export function state<Name extends string>(
  title: string,
  words: Record<Name, string>,
  tones: Record<Name, Parameters<typeof State>[0]['tone']>,
  look: ColumnLook = {},
) {
  return {
    title,
    ...look,
    cell: (value: Name) => <State tone={tones[value]}>{words[value]}</State>,
    csv: (value: Name) => words[value],
  };
}
