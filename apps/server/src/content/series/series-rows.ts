import type { Insertable } from 'kysely';
import type { Schema, Trx } from '../../platform/db/schema.ts';

/** Undefined when the author has one of this name. */
export function insertSeries(trx: Trx, series: Insertable<Schema['series']>) {
  return trx
    .insertInto('series')
    .values(series)
    .onConflict((known) => known.columns(['authorId', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
}
