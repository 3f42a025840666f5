import type { adminImports } from '@mojian/contract/operations/imports';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Reader, Source } from '@mojian/importers/form';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { ImportDeps } from './context.ts';
import { type OriginContext, placeWaiting } from './place-waiting.ts';
import { dropAllPages } from './runs.ts';

type Decision = Input<typeof adminImports.settle>['body'];

/**
 * Puts the waiting comments of an address under an article, or drops them; without a place, puts all whose article has
 * come meanwhile. @throws Failure not-found for an unknown article
 */
export async function decideWaiting(deps: ImportDeps, viewer: Viewer, { place }: Decision) {
  if (place?.article === null) return { placed: 0, dropped: await dropWaiting(deps.db, viewer, place) };
  if (place?.article !== undefined) await requireArticle(deps.db, place.article);
  const chosen = place?.article === undefined ? {} : { [place.address || place.title]: place.article };
  const placed = await placeAll(deps, place?.origin, chosen);
  if (placed > 0) {
    await dropAllPages(deps.db);
    await deps.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'imports.settle', after: { placed } }));
  }
  return { placed, dropped: 0 };
}

/** Puts comments whose article has come meanwhile; runs at intervals. */
export async function placeAllWaiting(deps: ImportDeps) {
  await placeAll(deps, undefined, {});
}

async function placeAll(deps: ImportDeps, only: string | undefined, chosen: Record<string, number>) {
  let placed = 0;
  for (const origin of await listOrigins(deps.db, only))
    for (const added of (await placeWaiting(contextOf(deps, origin), chosen)).values()) placed += added;
  return placed;
}

/** A context for comments alone, which need neither file nor reader. */
function contextOf(deps: ImportDeps, origin: string): OriginContext {
  const source: Source = { path: '', name: '', size: 0, head: Buffer.alloc(0), entries: [], refused: [] };
  const reader: Reader = { id: '', name: '', recognizes: () => false, read: async function* () {} };
  const silent = { reportLoss: () => {}, saveLosses: async () => {} };
  return { ...deps, ...silent, origin, reader, source, sourceUrl: '', rowsWithoutImport: new Map() };
}

/** Origins that have waiting comments. */
async function listOrigins(db: Db, only: string | undefined) {
  const origins = db.selectFrom('waitingComments').select('origin').distinct().orderBy('origin');
  const rows = await origins.$if(only !== undefined, (all) => all.where('origin', '=', only ?? '')).execute();
  return rows.map(({ origin }) => origin);
}

async function requireArticle(db: Db, id: number) {
  const article = db.selectFrom('articles').select('id').where('id', '=', id).where('removedAt', 'is', null);
  if (!(await article.executeTakeFirst())) throw new Failure('not-found', '没有这篇文章', 'article');
}

function dropWaiting(db: Db, viewer: Viewer, { origin, address, title }: NonNullable<Decision['place']>) {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('waitingComments')
      .where('origin', '=', origin)
      .where('address', '=', address)
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
    const dropped = Number(numDeletedRows);
    await recordAct(trx, viewer, { act: 'imports.drop', after: { address, dropped } });
    return dropped;
  });
}
