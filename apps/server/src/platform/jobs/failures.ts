import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

const keptAtMost = 200;

/** Keeps what went wrong, and forgets the oldest beyond 200. */
export function keepFailure(db: Db, run: Insertable<Schema['jobFailures']>) {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('jobFailures').values(run).execute();
    await forgetOldest(trx);
  });
}

/** The newest first. */
export function listFailures(db: Db, limit: number) {
  return db.selectFrom('jobFailures').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

async function forgetOldest(trx: Trx) {
  const oldestToStay = trx
    .selectFrom('jobFailures')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keptAtMost - 1);
  await trx.deleteFrom('jobFailures').where('id', '<', oldestToStay).execute();
}
