import { adminImports } from '@mojian/contract/operations/imports';
import type { Serve } from '../../platform/http/calls.ts';
import type { DeskDeps, ImportDesk } from './desk.ts';

/** Everything behind these is loaded on first use: a start does without the readers and their parsers. */
export function adminImportRoutes(serve: Serve, deps: DeskDeps) {
  let desk: Promise<ImportDesk> | undefined;
  const open = () => (desk ??= openDesk(deps));
  const acts = () => import('./desk.ts');
  const { db, dataDir } = deps;
  serve(adminImports.upload, async (piece, { viewer }) => (await acts()).receiveImport(dataDir, viewer, piece));
  serve(adminImports.work, async () => (desk ? (await desk).work : null));
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
    const { settleWaiting } = await import('./settle.ts');
    return settleWaiting(deps, viewer, body);
  });
}

async function openDesk(deps: DeskDeps) {
  const { ImportDesk, pauseLeftRuns } = await import('./desk.ts');
  await pauseLeftRuns(deps);
  return new ImportDesk();
}
