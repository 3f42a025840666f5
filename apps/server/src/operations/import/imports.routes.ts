import { adminImports } from '@mojian/contract/operations/imports';
import type { Serve } from '../../platform/http/calls.ts';
import type { ImportWorker, ImportWorkerDeps } from './import-worker.ts';

/** Everything behind these is loaded on first use: a start does without the readers and their parsers. */
export function routes(serve: Serve, deps: ImportWorkerDeps) {
  let worker: Promise<ImportWorker> | undefined;
  const open = () => (worker ??= openWorker(deps));
  const acts = () => import('./import-worker.ts');
  const { db, dataDir } = deps;
  const shows = () => import('./show-runs.ts');
  serve(adminImports, {
    upload: async (piece, { viewer }) => (await acts()).receiveImport(dataDir, viewer, piece),
    work: async () => (worker ? (await worker).work : null),
    preview: async ({ body }, { viewer }) => (await acts()).startPreview(await open(), deps, viewer, body),
    start: async ({ body }, { viewer }) => (await acts()).startRun(await open(), deps, viewer, body),
    act: async ({ body }, { viewer }) => (await acts()).actOnRun(await open(), deps, viewer, body),
    list: async ({ query }) => {
      await open(); // runs that a killed process left are shown as paused
      return (await shows()).listRuns(db, dataDir, query);
    },
    show: async ({ query }) => (await shows()).showRun(db, dataDir, query.id),
    report: async ({ body }, { viewer }) => (await shows()).offerReport(db, viewer, body.id),
    waiting: async ({ query }) => (await shows()).listWaitingPlaces(db, query),
    pictures: async ({ query }) => (await shows()).listRunPictures(db, query),
    settle: async ({ body }, { viewer }) => {
      const { decideWaiting } = await import('./decide-waiting.ts');
      return decideWaiting(deps, viewer, body);
    },
  });
}

async function openWorker(deps: ImportWorkerDeps) {
  const { ImportWorker, pauseInterruptedRuns } = await import('./import-worker.ts');
  await pauseInterruptedRuns(deps);
  return new ImportWorker();
}
