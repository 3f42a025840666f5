import { statfs } from 'node:fs/promises';
import type { adminBackups, BackupItem } from '@mojian/contract/operations/backups';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { actorOf, recordAct, recordActOf } from '../../core/audit/audit.ts';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import { isoTime } from '../../platform/dates.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import type { BackupDeps, BackupWorker } from './backup-work.ts';
import * as queries from './backups.queries.ts';
import { backupHealth, createBackup, encryptedUpload, listBackups, openBackupFile, type SiteDeps } from './backups.ts';
import { findPeople, previewRestore, proveBackup } from './check-backup.ts';
import { decryptFile, requirePassphrase } from './encrypted-upload.ts';
import { explain } from './errors.ts';
import { backupFolder, findBackupPath } from './folder.ts';
import type { OnProgress } from './progress.ts';
import { restoreSite } from './restore.ts';
import { workAlone } from './work-alone.ts';

const ticketKind = { name: 'backup-file', seconds: 60 };

export async function listAdminBackups({ db, dataDir, databaseUrl }: BackupDeps) {
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
    reason,
    rows,
    files,
    missing,
    createdAt: isoTime(createdAt),
    provenAt: provenAt === null ? null : isoTime(provenAt),
  };
}

/** Issues a one-time download address and records who got it. @throws Failure not-found */
export async function offerDownload({ db, dataDir }: SiteDeps, viewer: Viewer, name: string) {
  await findBackupPath(dataDir, name);
  return db.transaction().execute(async (trx) => {
    await recordAct(trx, viewer, { act: 'backups.download', subject: name });
    const ticket = await issueTicket(trx, ticketKind, { name }, { userId: viewer.id });
    return { url: `/v1/admin/backups/file?ticket=${ticket}` };
  });
}

/** Redeems a ticket; undefined for a wrong, used or expired one, or a deleted backup. */
export async function openDownload({ db, dataDir }: Pick<SiteDeps, 'db' | 'dataDir'>, ticket: string) {
  const request = await takeTicket<{ name: string }>(db, ticketKind, ticket);
  const file = request && (await openBackupFile(dataDir, request.name).catch(() => undefined));
  return file && { name: request.name, ...file };
}

type WorkRequest = Input<typeof adminBackups.start>['body'];
type Asker = Pick<Caller, 'token'> & { viewer: Viewer };
type Begin = Asker & { deps: BackupDeps; name: string; path: string };

/**
 * Starts the work and returns at once; poll the worker for progress.
 * @throws Failure not-found; already-done; for a restore as `requireConfirmed`
 */
export async function startBackupWork(
  worker: BackupWorker,
  deps: BackupDeps,
  { viewer, token }: Asker,
  request: WorkRequest,
) {
  const { kind } = request;
  if (kind === 'create') return worker.begin({ kind, name: '', run: (onProgress) => create(deps, viewer, onProgress) });
  if (kind === 'decrypt') return startDecrypting(worker, deps, viewer, request);

  if (kind === 'restore') await requireConfirmed(deps.db, viewer);
  const { name } = request;
  const begin = { deps, viewer, token, name, path: await findBackupPath(deps.dataDir, name) };
  return worker.begin({ kind, name, run: (onProgress) => runs[kind](begin, onProgress) });
}

type Sealed = { upload: string; passphrase: string };

/** A wrong passphrase is refused at once. @throws Failure invalid-input naming `passphrase`; not-found; already-done */
async function startDecrypting(worker: BackupWorker, deps: BackupDeps, viewer: Viewer, { upload, passphrase }: Sealed) {
  await worker.requireIdle();
  const { path, store } = await encryptedUpload(deps, viewer, upload);
  await requirePassphrase(path, passphrase);
  const run = async (onProgress: OnProgress) => ({
    name: await decryptFile(deps, { path, passphrase }, { store, onProgress }),
  });
  return worker.begin({ kind: 'decrypt', name: '', run });
}

const runs = { prove, preview, restore };

async function create(deps: BackupDeps, viewer: Viewer, onProgress: OnProgress) {
  const { name } = await createBackup(deps, onProgress);
  await deps.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'backups.create', subject: name }));
  return { name };
}

/** Records the result with the backup, success or failure. @throws Failure already-done; whatever is the machine's fault */
async function prove({ deps, viewer, name, path }: Begin, onProgress: OnProgress) {
  const doubt = await workAlone(deps, () => proveBackup(path, onProgress).then(() => '', doubtIn));
  await deps.db.transaction().execute(async (trx) => {
    const known = await queries.findRecord(trx, name);
    const provenAt = doubt ? null : Date.now();
    if (known) await queries.keepProof(trx, known.id, { provenAt, doubt });
    await recordAct(trx, viewer, { act: 'backups.prove', subject: name, after: { doubt } });
  });
  if (doubt) throw new Failure('invalid-input', doubt);
  return {};
}

/** Why the backup cannot be restored. @throws Failure when the error says nothing about the backup, as on a full disk */
function doubtIn(error: unknown) {
  const explained = explain(error, '恢复');
  if (isFailure(explained) && (explained.id === 'disk-full' || explained.id === 'unavailable')) throw explained;
  return (explained as Error).message;
}

async function preview({ deps, path, token = '' }: Begin, onProgress: OnProgress) {
  const changes = await previewRestore(deps.databaseUrl, path, onProgress);
  return { preview: { ...changes, ...(await findPeople(path, token)) } };
}

/** Recorded in the restored database, which has replaced the old one. */
async function restore({ deps, viewer, name, path }: Begin, onProgress: OnProgress) {
  const actor = await actorOf(deps.db, viewer);
  const { safety = '' } = await restoreSite(deps, path, onProgress);
  await deps.db
    .transaction()
    .execute((trx) => recordActOf(trx, actor, { act: 'backups.restore', subject: name, after: { safety } }));
  return { safety };
}
