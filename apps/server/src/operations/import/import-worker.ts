import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { adminImports, ImportWork } from '@mojian/contract/operations/imports';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { UnreadableSource } from '@mojian/importers/form';
import type { Updateable } from 'kysely';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import { makeFolder, putInPlace } from '../../platform/durable-files.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { inPieces, sweep } from '../../platform/storage/pieces.ts';
import { workAlone } from '../backups/work-alone.ts';
import type { ImportDeps, Options } from './context.ts';
import { openApart } from './open-apart.ts';
import { presentPreview } from './present-preview.ts';
import { retryDeadPictures } from './remote-pictures.ts';
import { carryOut, findRun, insertRun, previewImport } from './runs.ts';
import { type OpenedSource, proposedOptions, surveySource } from './survey.ts';
import { undoRun } from './undo.ts';

export type ImportWorkerDeps = ImportDeps & { databaseUrl: string; dataDir: string; tables: Tables };

type UploadPiece = Input<typeof adminImports.upload>;
type Job = Pick<ImportWork, 'kind' | 'runId' | 'upload' | 'fileName'> & {
  run: (watch: Watch) => Promise<Result>;
};
type Watch = {
  onProgress: (done: number, total?: number) => void;
  /** Tells the id of a run as soon as it is registered. */
  onRun: (runId: number) => void;
  stopping: AbortSignal;
};
type Result = Partial<Pick<ImportWork, 'preview' | 'undone'>>;

const kind = 'import-';
const uploads = inPieces(kind);

/** Previews, imports and undoes one thing at a time, in the background. */
export class ImportWorker {
  #work: ImportWork | null = null;
  #stop = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  get work() {
    return this.#work && { ...this.#work };
  }

  /** Starts without waiting. @throws Failure already-done while another runs */
  begin({ run, ...job }: Job): ImportWork {
    if (this.#work?.state === 'running') throw new Failure('already-done', '正在做上一件，请等它完成或先暂停');
    const work: ImportWork = {
      ...job,
      state: 'running',
      done: 0,
      total: 0,
      failure: '',
      preview: null,
      undone: null,
    };
    this.#work = work;
    this.#stop = new AbortController();
    const onProgress = (done: number, total = work.total) => void Object.assign(work, { done, total });
    const onRun = (runId: number) => void Object.assign(work, { runId });
    this.#ended = run({ onProgress, onRun, stopping: this.#stop.signal }).then(
      (result) => void Object.assign(work, { state: 'done', ...result }),
      (error: unknown) => void Object.assign(work, { state: 'failed', failure: messageOf(error) }),
    );
    return { ...work };
  }

  /** Ends a preview, which nobody waits for once another file was chosen. */
  async dropPreview() {
    if (this.#work?.kind === 'preview' && this.#work.state === 'running') await this.pause();
  }

  /** Stops what runs, after the piece at hand. */
  async pause() {
    this.#stop.abort();
    await this.#ended;
  }
}

function messageOf(error: unknown) {
  if (isFailure(error) || error instanceof UnreadableSource) return error.message;
  return `出了意外：${(error as Error).message}`;
}

/** Stores the next piece of an upload. @throws Failure blaming `file` */
export async function receiveImport(dataDir: string, viewer: Viewer, { query, body }: UploadPiece) {
  const piece = { folder: await importsFolder(dataDir), owner: viewer.id, ...query, bytes: body.file.bytes };
  const { received } = await uploads.take(piece, { whenWhole: async () => true });
  return { received };
}

async function importsFolder(dataDir: string) {
  const folder = join(dataDir, 'imports');
  await makeFolder(folder, { mode: 0o700 });
  await sweep(folder, kind);
  return folder;
}

type ImportRequest = Input<typeof adminImports.start>['body'];

/** Reads an upload and says what an import would do. @throws Failure not-found; already-done */
export async function startPreview(
  worker: ImportWorker,
  deps: ImportWorkerDeps,
  viewer: Viewer,
  request: ImportRequest,
) {
  const path = await pathOfUpload(deps.dataDir, viewer, request.upload);
  await worker.dropPreview();
  return worker.begin({
    kind: 'preview',
    runId: null,
    upload: request.upload,
    fileName: request.fileName,
    run: (watch) =>
      withSource(path, request.fileName, async (opened) => {
        const input = { userId: viewer.id, options: request.options };
        return { preview: await presentPreview(deps.db, opened, await previewImport(deps, opened, input, watch)) };
      }),
  });
}

/** Imports an upload; excludes backups and restores. @throws Failure not-found; already-done */
export async function startRun(worker: ImportWorker, deps: ImportWorkerDeps, viewer: Viewer, request: ImportRequest) {
  const { upload, fileName } = request;
  const path = await pathOfUpload(deps.dataDir, viewer, upload);
  await worker.dropPreview();
  return worker.begin({
    kind: 'import',
    runId: null,
    upload,
    fileName,
    run: (watch) =>
      workAlone(deps, async () => {
        const runId = await withSource(path, fileName, async (opened) => {
          const survey = await surveySource(deps.db, opened, viewer.id);
          const options: Options = request.options ?? proposedOptions(survey);
          return insertRun(deps.db, { survey, opened, upload, userId: viewer.id, options });
        });
        const stored = pathOfRun(deps.dataDir, runId);
        await putInPlace(path, stored);
        watch.onRun(runId);
        await recordRun(deps.db, viewer, 'imports.start', runId, fileName);
        return continueRun(deps, runId, watch);
      }),
  });
}

/** Carries out a registered run and drops its file once it is done. */
async function continueRun(
  deps: ImportWorkerDeps,
  runId: number,
  { onProgress, stopping }: Pick<Watch, 'onProgress' | 'stopping'>,
): Promise<Result> {
  const path = pathOfRun(deps.dataDir, runId);
  const { fileName, total } = await findRun(deps.db, runId);
  await withSource(path, fileName, (opened) =>
    carryOut(deps, opened, runId, { stopping, onProgress: (done) => onProgress(done, total) }),
  );
  if (!stopping.aborted) await rm(path, { force: true });
  return {};
}

/** Pauses, resumes or undoes a run. @throws Failure not-found; already-done; gone when the file of a run is gone */
export async function actOnRun(
  worker: ImportWorker,
  deps: ImportWorkerDeps,
  viewer: Viewer,
  { id, act }: Input<typeof adminImports.act>['body'],
) {
  const run = await findRun(deps.db, id);
  if (act === 'retryPictures') {
    await retryDeadPictures(deps.db, id);
    return worker.work;
  }
  if (act === 'pause') {
    await worker.pause();
    return worker.work;
  }
  if (act === 'resume') {
    if (run.state === 'done' || run.state === 'undone') throw new Failure('already-done', '这次导入已经做完', 'id');
    if (!(await fileExists(pathOfRun(deps.dataDir, id))))
      throw new Failure('gone', '文件不在了，请重新上传同一个文件', 'id');
    return worker.begin({
      kind: 'import',
      runId: id,
      upload: run.upload,
      fileName: run.fileName,
      run: (watch) => workAlone(deps, () => continueRun(deps, id, watch)),
    });
  }
  if (run.state === 'undone') throw new Failure('already-done', '已经撤销过了', 'id');
  await recordRun(deps.db, viewer, 'imports.undo', id, run.fileName);
  return worker.begin({
    kind: 'undo',
    runId: id,
    upload: run.upload,
    fileName: run.fileName,
    run: ({ onProgress, stopping }) =>
      workAlone(deps, async () => {
        const undone = await undoRun(deps, id, { stopping, onProgress: (done) => onProgress(done) });
        await rm(pathOfRun(deps.dataDir, id), { force: true });
        return { undone };
      }),
  });
}

/**
 * Pauses the runs that a stopped process left, so that the owner can go on. Does nothing while any process imports,
 * backs up or restores.
 */
export async function pauseInterruptedRuns(deps: ImportWorkerDeps) {
  await workAlone(deps, () => markInterruptedRuns(deps.db)).catch((error: unknown) => {
    if (!isFailure(error) || error.id !== 'already-done') throw error;
  });
}

/** Call while nothing else imports. */
export async function markInterruptedRuns(db: Db) {
  const leave = (from: 'running' | 'undoing', to: Pick<Updateable<Schema['importRuns']>, 'state' | 'failure'>) =>
    db.updateTable('importRuns').set(to).where('state', '=', from).execute();
  await leave('running', { state: 'paused', failure: '程序中途停了' });
  await leave('undoing', { state: 'failed', failure: '撤销到一半，程序停了；请再撤销一次' });
}

async function recordRun(db: Db, viewer: Viewer, act: 'imports.start' | 'imports.undo', id: number, file: string) {
  await db
    .transaction()
    .execute((trx) => recordAct(trx, viewer, { act, subject: `import:${id}`, after: { fileName: file } }));
}

async function withSource<Result>(path: string, name: string, use: (opened: OpenedSource) => Promise<Result>) {
  const opened = await openApart(path, dirname(path), name);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

/** @throws Failure not-found */
async function pathOfUpload(dataDir: string, viewer: Viewer, id: string) {
  const path = uploads.pathOf({ folder: await importsFolder(dataDir), owner: viewer.id, id });
  if (!(await fileExists(path))) throw new Failure('not-found', '上传的文件不在了，请重新上传', 'upload');
  return path;
}

export function pathOfRun(dataDir: string, runId: number) {
  return join(dataDir, 'imports', `run-${runId}`);
}

export async function fileExists(path: string) {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
