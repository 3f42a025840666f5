import { adminBackups } from '@mojian/contract/operations/backups';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { sendOnce } from '../../platform/http/files.ts';
import { listForOffice, offerDownload, openDownload, startBackupWork } from './admin-backups.ts';
import { type BackupDeps, BackupWorker } from './backup-work.ts';
import { receivePiece, removeBackup } from './backups.ts';

export function adminBackupRoutes(serve: Serve, parts: BackupDeps) {
  const desk = new BackupWorker(parts.dataDir);
  serve(adminBackups.list, () => listForOffice(parts));
  serve(adminBackups.work, () => desk.work());
  serve(adminBackups.start, ({ body }, caller) => startBackupWork(desk, parts, caller, body));
  serve(adminBackups.download, ({ body }, { viewer }) => offerDownload(parts, viewer, body.name));
  serve(adminBackups.upload, (piece, { viewer }) => receivePiece(parts, viewer, piece));
  serve(adminBackups.remove, async ({ query }, { viewer }) => {
    await desk.requireIdle();
    await removeBackup(parts, viewer, query.name);
    return null;
  });
}

export function backupFileRoutes(app: FastifyInstance, parts: { db: Db; dataDir: string }) {
  sendOnce(app, '/v1/admin/backups/file', (ticket) => openDownload(parts, ticket));
}
