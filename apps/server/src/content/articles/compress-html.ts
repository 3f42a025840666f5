import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { compress } from '../../platform/db/compressed.ts';
import { isShared } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import { storeCompressed } from '../article-rows/article-rows.ts';

const atOnce = 8;
/** Milliseconds between batches: a hundred thousand articles take ten minutes, and nobody waits for them. */
const pause = 40;

/**
 * Compresses the HTML of the articles written since the last run, which halves what an article takes on the disk. Saving
 * writes plain text, so that imports, restores and edits need not know. Only for SQLite.
 */
export async function compressHtml(db: Db, stopping?: AbortSignal) {
  if (isShared(db)) return;
  let rows = await listUncompressed(db, 0);
  while (rows.length > 0 && !stopping?.aborted) {
    const done: { row: (typeof rows)[number]; compressed: Uint8Array }[] = [];
    // in turn: compressing one takes a quarter of a megabyte meanwhile
    for (const row of rows) done.push({ row, compressed: await compress(row.html) });
    await db.transaction().execute(async (trx) => {
      for (const { row, compressed } of done) await storeCompressed(trx, row, compressed);
    });
    await setTimeout(pause);
    rows = await listUncompressed(db, rows.at(-1)?.id ?? 0);
  }
}

/** By an index. A text that `dropOpenings` still has to compare with its second copy waits for the next run. */
function listUncompressed(db: Db, after: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'html'])
    .where(sql<boolean>`typeof(html) = 'text' and length(html) >= 1000`)
    .whereRef('openingHtml', '<>', 'html')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
}
