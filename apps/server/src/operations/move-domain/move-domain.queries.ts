import { type RawBuilder, sql } from 'kysely';
import { includes } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Place } from './places.ts';

export type TextRow = Record<string, string | number | null> & { id: string | number };

const rowsAtOnce = 50;

/** Next rows after an id of which some column contains a needle. */
export function listRows(db: Db, { table, columns, key: id }: Place, needles: string[], after: TextRow['id'] | null) {
  const found = columns.flatMap((column) => needles.map((needle) => includes(db, sql.ref(column), needle)));
  return db
    .selectFrom(table as 'articles')
    .select([
      sql.ref<TextRow['id']>(id).as('id'),
      ...columns.map((column) => sql.ref<string | null>(column).as(column)),
    ])
    .where(sql<boolean>`(${sql.join(found, sql` or `)})`)
    .$if(after !== null, (rows) => rows.where(sql.ref(id), '>', after))
    .orderBy(sql.ref(id))
    .limit(rowsAtOnce)
    .execute() as unknown as Promise<TextRow[]>;
}

/** Replaces a text unless somebody has changed it meanwhile. Returns whether it did. */
export async function replaceText(
  trx: Trx,
  { table, key: id }: Place,
  { key, column, before, after }: { key: TextRow['id']; column: string; before: string; after: string },
) {
  const same: RawBuilder<boolean> = sql<boolean>`${sql.ref(id)} = ${key} and ${sql.ref(column)} = ${before}`;
  const { numUpdatedRows } = await trx
    .updateTable(table as 'articles')
    .set({ [column]: after } as never)
    .where(same)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
