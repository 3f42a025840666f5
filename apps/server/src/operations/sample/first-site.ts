import type { Db, Trx } from '../../platform/db/schema.ts';

/** How far filling the first site has come. Nothing is known of a database that was never started. */
type Progress = 'filling' | 'done';

const name = 'firstSite';

export async function readProgress(db: Db): Promise<Progress | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row && JSON.parse(row.value).progress;
}

/** True for the one who begins. A second process that starts at once waits here for the first, and is told false. */
export async function begin(trx: Trx) {
  const row = await trx
    .insertInto('settings')
    .values({ name, value: stored('filling') })
    .onConflict((begun) => begun.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** True for the one who finishes. */
export async function finish(trx: Trx) {
  const row = await trx
    .updateTable('settings')
    .set({ value: stored('done') })
    .where('name', '=', name)
    .where('value', '=', stored('filling'))
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

function stored(progress: Progress) {
  return JSON.stringify({ progress });
}
