import type { Db } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { dropRepeatedOpenings } from '../article-rows/article-rows.ts';

const atOnce = 40;
/** Milliseconds between steps: a hundred thousand articles take ten minutes, and nobody waits for them. */
const pause = 200;

export const dropOpeningsEffect = 'drop-openings';

/** Empties `openingHtml` of the next free articles whose whole text it repeats; older versions stored it twice. */
export async function dropOpenings(db: Db, { after }: { after: number }) {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const last = rows.at(-1)?.id;
  if (last === undefined) return;
  await db.transaction().execute(async (trx) => {
    await dropRepeatedOpenings(trx, after, last);
    await enqueue(trx, dropOpeningsEffect, { after: last }, Date.now() + pause);
  });
}
