import { setTimeout } from 'node:timers/promises';
import { firstPhotograph } from '@mojian/markdown/photographs';
import type { Db } from '../../platform/db/schema.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import { storePhotograph } from '../article-rows/article-rows.ts';
import { listWithoutPhotograph } from './articles.queries.ts';

const atOnce = 20;
/** Milliseconds between batches: a hundred thousand articles take a few minutes, and nobody waits for them. */
const pause = 20;

/** Finds the first photographs of articles that were saved before these were stored, the newest articles first. */
export async function findPhotographs(db: Db, stopping?: AbortSignal) {
  for (let rows = await listWithoutPhotograph(db, atOnce); rows.length > 0 && !stopping?.aborted; ) {
    const found = rows.map(({ id, html }) => ({ id, photograph: firstPhotograph(html) }));
    await db.transaction().execute(async (trx) => {
      for (const { id, photograph } of found) await storePhotograph(trx, id, photograph);
      const shown = found.flatMap(({ id, photograph }) => (photograph ? `article:${id}` : []));
      if (shown.length > 0) await renewPages(trx, ['articles', ...shown]);
    });
    await setTimeout(pause);
    rows = await listWithoutPhotograph(db, atOnce);
  }
}
