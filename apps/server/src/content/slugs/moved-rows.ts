import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';
import type { MovedSource } from './moved.ts';

/** Largest number of hits that both databases count. */
const largestCount = 2_000_000_000;

export async function addMovedHits(trx: Trx, path: string, hits: number, lastHitAt: number) {
  await trx
    .updateTable('movedPaths')
    .set(({ ref }) => ({ hits: sql<number>`${ref('hits')} + ${hits}`, lastHitAt }))
    .where('path', '=', path)
    .where('hits', '<', largestCount)
    .execute();
}

/** Returns false when it was removed or changed meanwhile. */
export async function changeMovedPath(trx: Trx, { id, path, to }: { id: number; path: string; to: string }) {
  const { numUpdatedRows } = await trx
    .updateTable('movedPaths')
    .set({ path: to })
    .where('id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Returns false when it was removed already. */
export async function markMovedRemoved(trx: Trx, id: number, removedAt: number) {
  const { numUpdatedRows } = await trx
    .updateTable('movedPaths')
    .set({ removedAt })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function deleteMovedRemovedBefore(trx: Trx, time: number) {
  await trx.deleteFrom('movedPaths').where('removedAt', '<', time).execute();
}

export async function deleteRemovedMoved(trx: Trx, path: string) {
  await trx.deleteFrom('movedPaths').where('path', '=', path).where('removedAt', 'is not', null).execute();
}

/** Deletes the redirect of a key, or only one that came from `source`. */
export async function deleteMoved(trx: Trx, path: string, source?: MovedSource) {
  await trx
    .deleteFrom('movedPaths')
    .where('path', '=', path)
    .$if(source !== undefined, (moved) => moved.where('source', '=', source ?? 'manual'))
    .execute();
}

/** Deletes the redirects to a page, or only those that came from `source`. */
export async function deleteMovedTo(trx: Trx, target: string, source?: MovedSource) {
  await trx
    .deleteFrom('movedPaths')
    .where('target', '=', target)
    .$if(source !== undefined, (moved) => moved.where('source', '=', source ?? 'manual'))
    .execute();
}
