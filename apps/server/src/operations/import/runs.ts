import { setImmediate } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import { type IsKnown, type Loss, UnreadableSource } from '@mojian/importers/form';
import { withoutTexts } from '@mojian/importers/readers/html';
import { sql, type Updateable } from 'kysely';
import type { Db, Schema } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Context, ImportDeps, Options } from './context.ts';
import { findImportedRow } from './ledger.ts';
import { createLossCollector, type GroupedLoss, saveLosses } from './losses.ts';
import { createMatcher } from './match.ts';
import { type CommentedAddress, createPreviewWriter, type PreviewFindings } from './preview-writer.ts';
import { defaultOptions, type OpenedSource, type Survey, surveySource } from './survey.ts';
import { type Counts, createWriter, type Writer } from './writer.ts';

export type Preview = Survey & {
  counts: Counts;
  places: CommentedAddress[];
  losses: GroupedLoss[];
  edited: PreviewFindings['edited'];
  articles: PreviewFindings['articles'];
};

type Watch = { onProgress?: (done: number) => void; stopping?: AbortSignal | undefined };

/** Reads a whole file and says what an import would do, without writing. */
export async function previewImport(
  deps: ImportDeps,
  { reader, source }: OpenedSource,
  { userId, options = defaultOptions }: { userId: number; options?: Options | undefined },
  { onProgress = () => {}, stopping }: Watch = {},
): Promise<Preview> {
  const facts = await surveySource(deps.db, { reader, source }, userId);
  const losses = createLossCollector();
  const matcher = createMatcher(deps.db, options.matches);
  const context: Context = {
    ...deps,
    reader,
    source,
    origin: facts.origin,
    sourceUrl: facts.site || options.site.replace(/\/$/, ''),
    runId: 0,
    userId,
    options,
    matcher,
    rowsWithoutImport: new Map(),
    reportLoss: losses.report,
    saveLosses: async () => {},
  };
  const writer = createPreviewWriter(context);
  await readAll(context, writer, { onProgress, stopping });
  const places = [...writer.places.values()];
  return {
    ...facts,
    counts: writer.counts,
    places,
    losses: losses.grouped(),
    edited: writer.edited,
    articles: writer.articles,
  };
}

/** Milliseconds of reading after which others are served. */
const longestPiece = 10;

/**
 * Gives every item to the writer. What breaks the file ends the reading as a loss; all before it stands.
 * @throws UnreadableSource when nothing comes before it
 */
async function readAll(context: Context, writer: Writer, { onProgress = () => {}, stopping }: Watch) {
  let done = 0;
  const isKnown: IsKnown = async (key, source) =>
    (await findImportedRow(context.db, { origin: context.origin, kind: 'article', key }))?.source === source;
  let servedAt = performance.now();
  try {
    for await (const item of context.reader.read(context.source, isKnown)) {
      if (stopping?.aborted) return done;
      if (performance.now() - servedAt > longestPiece) {
        await setImmediate(); // the site's readers are served between two items, however small these are
        servedAt = performance.now();
      }
      await writer.write(item);
      if (item.kind !== 'loss') onProgress(++done);
    }
  } catch (error) {
    if (!(error instanceof UnreadableSource) || done === 0) throw error;
    context.reportLoss({ thing: '文件', place: '', reason: `${error.message}；前面的都收了` });
  }
  await writer.finish();
  await context.saveLosses();
  return done;
}

type NewRun = { survey: Survey; opened: OpenedSource; upload: string; userId: number; options: Options };

/** Registers a run. */
export async function insertRun(db: Db, { survey, opened, upload, userId, options }: NewRun) {
  const run = {
    upload,
    userId,
    origin: survey.origin,
    reader: opened.reader.id,
    fileName: opened.name,
    options: JSON.stringify(options),
    state: 'running' as const,
    total: survey.total,
    startedAt: Date.now(),
    finishedAt: null,
  };
  return (await db.insertInto('importRuns').values(run).returning('id').executeTakeFirstOrThrow()).id;
}

export async function findRun(db: Db, id: number) {
  const run = await db.selectFrom('importRuns').selectAll().where('id', '=', id).executeTakeFirst();
  if (!run) throw new Failure('not-found', '没有这次导入', 'id');
  return run;
}

const savedEvery = 2000;

/**
 * Carries a run out from its beginning; what an earlier attempt stored is not stored again. Ends as `paused` when
 * `stopping` is aborted.
 */
export async function carryOut(
  deps: ImportDeps,
  opened: OpenedSource,
  runId: number,
  { onProgress, stopping }: Watch = {},
) {
  const { db } = deps;
  const run = await findRun(db, runId);
  const options = JSON.parse(run.options) as Options;
  const buffer: Omit<Loss, 'kind'>[] = [];
  const context: Context = {
    ...deps,
    reader: opened.reader,
    source: opened.source,
    origin: run.origin,
    sourceUrl: (await siteOf(opened)) || options.site.replace(/\/$/, ''),
    runId,
    userId: run.userId,
    options,
    matcher: createMatcher(db, options.matches),
    rowsWithoutImport: new Map(),
    reportLoss: (loss) => void buffer.push(loss),
    saveLosses: () => saveLosses(db, runId, buffer.splice(0)),
  };
  const writer = createWriter(context);
  let savedAt = Date.now();
  const note = (done: number) => {
    onProgress?.(done);
    if (Date.now() - savedAt < savedEvery) return;
    savedAt = Date.now();
    saveProgress(db, runId, { done, counts: JSON.stringify(writer.counts) }).catch(() => {}); // the next one stores it
  };
  try {
    await saveProgress(db, runId, { state: 'running', failure: '', finishedAt: null });
    const done = await readAll(context, writer, { onProgress: note, stopping });
    await countAllAdded(db, runId, writer.counts);
    const state = stopping?.aborted ? 'paused' : 'done';
    const finishedAt = state === 'done' ? Date.now() : null;
    if (state === 'done') await forgetEmails(db, run);
    await saveProgress(db, runId, { done, counts: JSON.stringify(writer.counts), state, finishedAt });
  } catch (error) {
    await saveProgress(db, runId, { state: 'failed', failure: (error as Error).message, finishedAt: Date.now() });
    throw error;
  } finally {
    await dropAllPages(db);
  }
  return writer.counts;
}

function siteOf({ reader, source }: OpenedSource) {
  return withoutTexts(async () => {
    for await (const item of reader.read(source))
      if (item.kind === 'site') return item.url;
      else if (item.kind !== 'loss') break;
    return '';
  }).catch(() => ''); // reported when the run reads it
}

type Progress = Pick<Updateable<Schema['importRuns']>, 'state' | 'failure' | 'finishedAt' | 'done' | 'counts'>;

export async function saveProgress(db: Db, id: number, change: Progress) {
  await db.updateTable('importRuns').set(change).where('id', '=', id).execute();
}

/** Imported things may be on any page. */
export async function dropAllPages(db: Db) {
  await db.transaction().execute((trx) => enqueue(trx, 'drop-pages', { tags: ['*'] }));
}

/** Counts what an attempt before a pause or kill added as added, not as unchanged. */
async function countAllAdded(db: Db, runId: number, counts: Counts) {
  const isPage = sql<boolean>`coalesce(articles.kind = 'page', false)`;
  const rows = await db
    .selectFrom('importedRows')
    .leftJoin('articles', (join) =>
      join.onRef('articles.id', '=', 'importedRows.rowId').on('importedRows.kind', '=', 'article'),
    )
    .select(({ fn }) => ['importedRows.kind', isPage.as('isPage'), fn.countAll<number>().as('count')])
    .where('runId', '=', runId)
    .where('hash', '<>', '') // addresses and categories of lists are counted by their lists
    .groupBy(['importedRows.kind', isPage])
    .execute();
  for (const { kind, isPage: ofPages, count } of rows) {
    const found = counts[ofPages ? 'page' : kind];
    const earlier = Math.min(Number(count) - (found?.added ?? 0), found?.unchanged ?? 0);
    if (!found || earlier <= 0) continue;
    found.added = (found.added ?? 0) + earlier;
    found.unchanged = (found.unchanged ?? 0) - earlier;
  }
}

/** Options name authors by e-mail, which the site keeps no longer than a comment of the source waits for its article. */
async function forgetEmails(db: Db, { id, origin, options }: { id: number; origin: string; options: string }) {
  const waiting = db.selectFrom('waitingComments').select('id').where('origin', '=', origin).limit(1);
  if (await waiting.executeTakeFirst()) return;
  const known = JSON.parse(options) as Options;
  await db
    .updateTable('importRuns')
    .set({ options: JSON.stringify({ ...known, authors: {} }) })
    .where('id', '=', id)
    .execute();
}
