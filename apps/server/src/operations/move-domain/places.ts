import type { Table, TableName, Tables, Texts } from '../../platform/db/table.ts';

/** Texts of one table that move together; `key` is the column that identifies a row. */
export type Place = Texts & { table: TableName; key: string };

/** Texts of people and settings, which all move to another domain. */
export function placesOf(tables: Tables): Place[] {
  return Object.values<Table>(tables).flatMap(({ name: table, key = 'id', texts = [] }) =>
    texts.map((some) => ({ ...some, table, key })),
  );
}
