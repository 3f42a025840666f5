import { Readable } from 'node:stream';
import { kindWords } from '@mojian/contract/operations/import-words';
import type {
  adminImports,
  ImportRun,
  ImportRunDetail,
  RemotePicture,
  WaitingPlace,
} from '@mojian/contract/operations/imports';
import type { Input } from '@mojian/contract/platform/endpoint';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { csvCell } from '@mojian/contract/platform/format';
import { sql } from 'kysely';
import { recordAct } from '../../core/audit/audit.ts';
import { chinaTime, isoTime } from '../../platform/dates.ts';
import { countRows } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import type { ImportDeps } from './context.ts';
import { fileExists, pathOfRun } from './import-worker.ts';
import { presentCounts } from './present-preview.ts';
import { readers } from './readers.ts';
import { findRun } from './runs.ts';
import { listKey } from './write-categories.ts';

type RunRow = Awaited<ReturnType<typeof findRun>>;

async function presentRun(row: RunRow, dataDir: string): Promise<ImportRun> {
  const { id, fileName, state, done, total, failure } = row;
  const isOpen = state === 'paused' || state === 'failed';
  return {
    id,
    fileName,
    state,
    done,
    total,
    failure,
    reader: readers.find((reader) => reader.id === row.reader)?.name ?? row.reader,
    counts: presentCounts(JSON.parse(row.counts)),
    startedAt: isoTime(row.startedAt),
    finishedAt: row.finishedAt === null ? null : isoTime(row.finishedAt),
    resumable: isOpen && (await fileExists(pathOfRun(dataDir, id))),
  };
}

export async function listRuns(db: Db, dataDir: string, page: PageQuery) {
  const { limit, offset } = sliceOf(page);
  const runs = db.selectFrom('importRuns');
  const rows = await runs.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const records = await Promise.all(rows.map((row) => presentRun(row, dataDir)));
  return inPages(records, await countRows(runs), page);
}

const mostGroups = 300;
const placesShown = 5;

/** @throws Failure not-found */
export async function showRun(db: Db, dataDir: string, id: number): Promise<ImportRunDetail> {
  const run = await findRun(db, id);
  const groups = await db
    .selectFrom('importLosses')
    .select(({ fn }) => ['thing', 'reason', fn.countAll<number>().as('count'), fn.min('id').as('first')])
    .where('runId', '=', id)
    .groupBy(['thing', 'reason'])
    .orderBy(sql`count(*)`, 'desc')
    .limit(mostGroups)
    .execute();
  const losses = [];
  for (const { thing, reason, count } of groups) {
    const places = await listPlaces(db, id, thing, reason);
    losses.push({ thing, reason, count: Number(count), places });
  }
  const waiting = await countRows(db.selectFrom('waitingComments').where('origin', '=', run.origin));
  return { ...(await presentRun(run, dataDir)), losses, waiting, pictures: await countPictures(db, id) };
}

async function listPlaces(db: Db, runId: number, thing: string, reason: string) {
  const rows = await db
    .selectFrom('importLosses')
    .select('place')
    .where('runId', '=', runId)
    .where('thing', '=', thing)
    .where('reason', '=', reason)
    .orderBy('id')
    .limit(placesShown)
    .execute();
  return rows.map(({ place }) => place).filter(Boolean);
}

async function countPictures(db: Db, runId: number) {
  const rows = await db
    .selectFrom('remotePictures')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('runId', '=', runId)
    .groupBy('state')
    .execute();
  const of = (...states: string[]) =>
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + Number(count) : sum), 0);
  return { waiting: of('waiting'), done: of('fetched', 'done'), dead: of('dead') };
}

export async function listRunPictures(db: Db, { id, ...page }: Input<typeof adminImports.pictures>['query']) {
  const { limit, offset } = sliceOf(page);
  const pictures = db
    .selectFrom('remotePictures')
    .innerJoin('articles', 'articles.id', 'remotePictures.articleId')
    .where('runId', '=', id)
    .where('remotePictures.state', 'in', ['waiting', 'dead'])
    .where('attempts', '>', 0);
  const rows = await pictures
    .select(['remotePictures.id', 'url', 'failure', 'remotePictures.state', 'articleId', 'articles.title'])
    .orderBy('remotePictures.state')
    .orderBy('remotePictures.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const records = rows.map(
    ({ articleId, title, state, ...row }): RemotePicture => ({
      ...row,
      state: state === 'dead' ? 'dead' : 'waiting',
      article: { id: articleId, title },
    }),
  );
  return inPages(records, await countRows(pictures), page);
}

/** Waiting comments by their former address. */
export async function listWaitingPlaces(db: Db, page: PageQuery) {
  const { limit, offset } = sliceOf(page);
  const rows = await db
    .selectFrom('waitingComments')
    .select(({ fn }) => ['origin', 'address', 'title', fn.countAll<number>().as('comments'), fn.min('item').as('item')])
    .groupBy(['origin', 'address', 'title'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('address')
    .limit(limit)
    .offset(offset)
    .execute();
  const places = db.selectFrom('waitingComments').select(['origin', 'address', 'title']).distinct().as('places');
  const records = rows.map(
    ({ item, comments, ...place }): WaitingPlace => ({
      ...place,
      comments: Number(comments),
      sample: String(JSON.parse(item).markdown ?? '').slice(0, 100),
    }),
  );
  return inPages(records, await countRows(db.selectFrom(places)), page);
}

const ticketKind = { name: 'import-report', seconds: 60 };

/** Issues a one-time address of a run's report. @throws Failure not-found */
export async function offerReport(db: Db, viewer: Viewer, id: number) {
  const { fileName } = await findRun(db, id);
  const ticket = await db.transaction().execute(async (trx) => {
    await recordAct(trx, viewer, { act: 'imports.download', subject: `import:${id}`, after: { fileName } });
    return issueTicket(trx, ticketKind, { id }, { userId: viewer.id });
  });
  return { url: `/v1/admin/imports/file?ticket=${ticket}` };
}

/** CSV with a line for everything that came and everything that did not, for the holder of a ticket. */
export async function openReport({ db }: Pick<ImportDeps, 'db'>, ticket: string) {
  const payload = await takeTicket<{ id: number }>(db, ticketKind, ticket);
  if (!payload) return undefined;
  const { startedAt } = await findRun(db, payload.id);
  return {
    name: `mojian-import-${chinaTime(startedAt).slice(0, 10)}-${payload.id}.csv`,
    type: 'text/csv; charset=utf-8',
    stream: Readable.from(reportLines(db, payload.id)),
  };
}

function csvLine(cells: string[]) {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Kinds that have rows in the ledger, in the order of the report. */
const reportedKinds = [
  'article',
  'comment',
  'message',
  'say',
  'link',
  'person',
  'redirect',
  'category',
  'tag',
  'series',
  'navigation',
  'sticker',
  'setting',
  'picture',
] as const;

const batchSize = 1000;

/** Begins with a byte order mark, by which Excel reads it as UTF-8. */
export async function* reportLines(db: Db, runId: number) {
  yield `\uFEFF${csvLine(['种类', '结果', '原来的编号或地址', '标题或开头', '在本站', '说明'])}`;
  for (const kind of reportedKinds)
    for await (const { key, title, rowId, isNew } of importedRowsOf(db, runId, kind))
      yield csvLine([kindWords[kind], isNew ? '新增' : '更新', listKey(key), title, linkTo(kind, rowId), '']);
  for await (const { thing, place, reason } of lossesOf(db, runId))
    yield csvLine([thing, '留意', '', place, '', reason]);
}

async function* importedRowsOf(db: Db, runId: number, kind: string) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('importedRows')
      .select(['key', 'title', 'rowId', 'runId'])
      .where(({ or, eb }) => or([eb('runId', '=', runId), eb('updatedRunId', '=', runId)]))
      .where('kind', '=', kind)
      .where('key', '>', after)
      .orderBy('key')
      .limit(batchSize)
      .execute();
    for (const row of rows) yield { ...row, isNew: row.runId === runId };
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.key ?? '';
  }
}

async function* lossesOf(db: Db, runId: number) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('importLosses')
      .selectAll()
      .where('runId', '=', runId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    yield* rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

function linkTo(kind: (typeof reportedKinds)[number], id: number) {
  if (kind === 'article') return `/article/${id}`;
  return kind === 'say' ? `/say?id=${id}` : '';
}
