import { adminImports } from '@mojian/contract/operations/imports';
import type { Serve } from '../../platform/http/calls.ts';
import type { ImportWorker, ImportWorkerDeps } from './import-worker.ts';

/** Everything behind these is loaded on first use: a start does without the readers and their parsers. */
export function adminImportRoutes(serve: Serve, deps: ImportWorkerDeps) {
  let worker: Promise<ImportWorker> | undefined;
  const open = () => (worker ??= openWorker(deps));
  const acts = () => import('./import-worker.ts');
  const { db, dataDir } = deps;
  serve(adminImports.upload, async (piece, { viewer }) => (await acts()).receiveImport(dataDir, viewer, piece));
  serve(adminImports.work, async () => (worker ? (await worker).work : null));
  serve(adminImports.preview, async ({ body }, { viewer }) =>
    (await acts()).startPreview(await open(), deps, viewer, body),
  );
  serve(adminImports.start, async ({ body }, { viewer }) => (await acts()).startRun(await open(), deps, viewer, body));
  serve(adminImports.act, async ({ body }, { viewer }) => (await acts()).actOnRun(await open(), deps, viewer, body));
  const shows = () => import('./show-runs.ts');
  serve(adminImports.list, async ({ query }) => {
    await open(); // runs that a killed process left are shown as paused
    return (await shows()).listRuns(db, dataDir, query);
  });
  serve(adminImports.show, async ({ query }) => (await shows()).showRun(db, dataDir, query.id));
  serve(adminImports.report, async ({ body }, { viewer }) => (await shows()).offerReport(db, viewer, body.id));
  serve(adminImports.waiting, async ({ query }) => (await shows()).listWaitingPlaces(db, query));
  serve(adminImports.pictures, async ({ query }) => (await shows()).listRunPictures(db, query));
  serve(adminImports.settle, async ({ body }, { viewer }) => {
    const { decideWaiting } = await import('./decide-waiting.ts');
    return decideWaiting(deps, viewer, body);
  });
}

async function openWorker(deps: ImportWorkerDeps) {
  const { ImportWorker, pauseInterruptedRuns } = await import('./import-worker.ts');
  await pauseInterruptedRuns(deps);
  return new ImportWorker();
}
