import { statfs } from 'node:fs/promises';
import type { BackupItem } from '@mojian/contract/operations/backups';
import { recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import type { DeskParts } from './backup-desk.ts';
import { backupHealth, listBackups, openBackupFile, type SiteParts } from './backups.ts';
import { backupFolder, findBackupPath } from './folder.ts';

const ticketKind = { name: 'backup-file', seconds: 60 };

/** All backups, the last one that is proven, and how the schedule fares. */
export async function listForOffice({ db, dataDir, databaseUrl }: DeskParts) {
  const [backups, { proven, lastScheduled }, { bavail, bsize }] = await Promise.all([
    listBackups({ db, dataDir }),
    backupHealth(db),
    statfs(await backupFolder(dataDir)),
  ]);
  return {
    backups: backups.map(present),
    proven: proven?.provenAt
      ? { name: proven.name, createdAt: isoTime(proven.createdAt), provenAt: isoTime(proven.provenAt) }
      : null,
    lastScheduled: lastScheduled
      ? { createdAt: isoTime(lastScheduled.createdAt), failure: lastScheduled.failure || lastScheduled.doubt }
      : null,
    dialect: dialectOf(databaseUrl),
    free: bavail * bsize,
  };
}

function present({ createdAt, provenAt, ...backup }: Awaited<ReturnType<typeof listBackups>>[number]): BackupItem {
  const { reason = null, rows = null, files = null, missing = null } = backup;
  return {
    ...backup,
    ...{ reason, rows, files, missing },
    createdAt: isoTime(createdAt),
    provenAt: provenAt === null ? null : isoTime(provenAt),
  };
}

/** Where a backup can be downloaded, once and soon. Who was given the address is written down. */
export function offerDownload({ db, dataDir }: SiteParts, viewer: Viewer, name: string) {
  return findBackupPath(dataDir, name).then(() =>
    db.transaction().execute(async (trx) => {
      await recordAct(trx, viewer, { act: 'backups.download', subject: name });
      const ticket = await issueTicket(trx, ticketKind, { name }, { userId: viewer.id });
      return { url: `/v1/admin/backups/file?ticket=${ticket}` };
    }),
  );
}

/** The backup a ticket opens, once; nothing for a wrong, used or old one, or when it is gone. */
export async function openDownload({ db, dataDir }: Pick<SiteParts, 'db' | 'dataDir'>, ticket: string) {
  const asked = await takeTicket<{ name: string }>(db, ticketKind, ticket);
  const file = asked && (await openBackupFile(dataDir, asked.name).catch(() => undefined));
  return file && { name: asked.name, ...file };
}
