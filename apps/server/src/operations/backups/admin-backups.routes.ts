import { adminBackups } from '@mojian/contract/operations/backups';
import type { Serve } from '../../platform/http/calls.ts';
import { listAdminBackups, offerDownload, startBackupWork } from './admin-backups.ts';
import { type BackupDeps, BackupWorker } from './backup-work.ts';
import { receivePiece, removeBackup } from './backups.ts';

export function routes(serve: Serve, deps: BackupDeps) {
  const worker = new BackupWorker(deps.dataDir);
  serve(adminBackups, {
    list: () => listAdminBackups(deps),
    work: () => worker.work(),
    start: ({ body }, caller) => startBackupWork(worker, deps, caller, body),
    download: ({ body }, { viewer }) => offerDownload(deps, viewer, body.name),
    upload: (piece, { viewer }) => receivePiece(deps, viewer, piece),
    remove: async ({ query }, { viewer }) => {
      await worker.requireIdle();
      await removeBackup(deps, viewer, query.name);
      return null;
    },
  });
}
