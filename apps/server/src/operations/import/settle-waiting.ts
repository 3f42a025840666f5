import type { adminImports } from '@mojian/contract/operations/imports';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Context, ImportDeps } from './context.ts';
import type { Reader, Source } from './form.ts';
import { createMatcher } from './match.ts';
import { placeWaiting } from './place-waiting.ts';
import { dropAllPages } from './runs.ts';

type Settling = Input<typeof adminImports.settle>['body'];

/**
 * Puts the waiting comments of an address under an article, or drops them; without a place, puts all whose article has
 * come meanwhile. @throws Failure not-found for an unknown article
 */
export async function settleWaiting(deps: ImportDeps, viewer: Viewer, { place }: Settling) {
  if (place?.article === null) return { placed: 0, dropped: await dropWaiting(deps.db, viewer, place) };
  if (place?.article !== undefined) await requireArticle(deps.db, place.article);
  const chosen = place?.article === undefined ? {} : { [place.address || place.title]: place.article };
  let placed = 0;
  for (const { origin, runId, userId, options } of await listOrigins(deps.db, place?.origin)) {
    const known = JSON.parse(options) as Context['options'];
    placed += await placeWaiting(contextOf(deps, { origin, runId, userId }, known, chosen));
  }
  if (placed > 0) {
    await dropAllPages(deps.db);
    await deps.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'imports.settle', after: { placed } }));
  }
  return { placed, dropped: 0 };
}

/** Puts comments whose article has come meanwhile; runs at intervals. */
export async function placeAllWaiting(deps: ImportDeps) {
  for (const { origin, runId, userId, options } of await listOrigins(deps.db, undefined))
    await placeWaiting(contextOf(deps, { origin, runId, userId }, JSON.parse(options), {}));
}

/** A run's context for comments alone, which need neither file nor reader. */
function contextOf(
  deps: ImportDeps,
  run: Pick<Context, 'origin' | 'runId' | 'userId'>,
  options: Context['options'],
  chosen: Record<string, number>,
): Context {
  const source: Source = { path: '', name: '', size: 0, head: Buffer.alloc(0), entries: [], refused: [] };
  const reader: Reader = { id: '', name: '', recognizes: () => false, read: async function* () {} };
  const matches = { ...options.matches, ...chosen };
  const silent = { reportLoss: () => {}, saveLosses: async () => {} };
  return {
    ...deps,
    ...run,
    ...silent,
    reader,
    source,
    sourceUrl: '',
    options: { ...options, matches },
    matcher: createMatcher(deps.db, matches),
    rowsWithoutImport: new Map(),
  };
}

/** Origins that have waiting comments, each with its latest run. */
async function listOrigins(db: Db, origin: string | undefined) {
  const rows = await db
    .selectFrom('importRuns')
    .select(['id as runId', 'origin', 'userId', 'options'])
    .where('origin', 'in', (waiting) => waiting.selectFrom('waitingComments').select('origin').distinct())
    .$if(origin !== undefined, (runs) => runs.where('origin', '=', origin ?? ''))
    .orderBy('id')
    .execute();
  return [...new Map(rows.map((row) => [row.origin, row])).values()];
}

async function requireArticle(db: Db, id: number) {
  const article = db.selectFrom('articles').select('id').where('id', '=', id).where('removedAt', 'is', null);
  if (!(await article.executeTakeFirst())) throw new Failure('not-found', '没有这篇文章', 'article');
}

function dropWaiting(db: Db, viewer: Viewer, { origin, address, title }: NonNullable<Settling['place']>) {
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
