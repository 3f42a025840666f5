import { adminBackups } from '@mojian/contract/operations/backups';
import type { Serve } from '../../platform/http/calls.ts';
import { listAdminBackups, offerDownload, startBackupWork } from './admin-backups.ts';
import { type BackupDeps, BackupWorker } from './backup-work.ts';
import { receivePiece, removeBackup } from './backups.ts';

export function adminBackupRoutes(serve: Serve, deps: BackupDeps) {
  const worker = new BackupWorker(deps.dataDir);
  serve(adminBackups.list, () => listAdminBackups(deps));
  serve(adminBackups.work, () => worker.work());
  serve(adminBackups.start, ({ body }, caller) => startBackupWork(worker, deps, caller, body));
  serve(adminBackups.download, ({ body }, { viewer }) => offerDownload(deps, viewer, body.name));
  serve(adminBackups.upload, (piece, { viewer }) => receivePiece(deps, viewer, piece));
  serve(adminBackups.remove, async ({ query }, { viewer }) => {
    await worker.requireIdle();
    await removeBackup(deps, viewer, query.name);
    return null;
  });
}
