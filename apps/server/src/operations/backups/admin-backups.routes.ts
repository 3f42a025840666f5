import { adminBackups } from '@mojian/contract/operations/backups';
import type { Serve } from '../../platform/http/calls.ts';
import { listAdminBackups, offerDownload, startBackupWork } from './admin-backups.ts';
import { type BackupDeps, BackupWorker } from './backup-work.ts';
import { receivePiece, removeBackup } from './backups.ts';

export function adminBackupRoutes(serve: Serve, deps: BackupDeps) {
  const desk = new BackupWorker(deps.dataDir);
  serve(adminBackups.list, () => listAdminBackups(deps));
  serve(adminBackups.work, () => desk.work());
  serve(adminBackups.start, ({ body }, caller) => startBackupWork(desk, deps, caller, body));
  serve(adminBackups.download, ({ body }, { viewer }) => offerDownload(deps, viewer, body.name));
  serve(adminBackups.upload, (piece, { viewer }) => receivePiece(deps, viewer, piece));
  serve(adminBackups.remove, async ({ query }, { viewer }) => {
    await desk.requireIdle();
    await removeBackup(deps, viewer, query.name);
    return null;
  });
}
