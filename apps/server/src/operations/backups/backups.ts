import { createReadStream, existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { adminBackups } from '@mojian/contract/operations/backups';
import type { Input } from '@mojian/contract/platform/endpoint';
import { recordAct } from '../../core/audit/audit.ts';
import { isDiskFull } from '../../platform/db/errors.ts';
import type { Db } from '../../platform/db/schema.ts';
import { putInPlace } from '../../platform/durable-files.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { inPieces } from '../../platform/storage/pieces.ts';
import * as queries from './backups.queries.ts';
import { insertBackup } from './backups.queries.ts';
import { isEncryptedFile } from './encrypted-upload.ts';
import { explain } from './errors.ts';
import { backupFolder, findBackupPath, listBackupFiles, newBackupPath } from './folder.ts';
import { countManifestRows, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import type { OnProgress } from './progress.ts';
import { workAlone } from './work-alone.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

export type SiteDeps = BackupSource & { db: Db; dataDir: string };

type Try = Pick<queries.BackupRow, 'reason' | 'createdAt'>;

/**
 * Backs up the running site into DATA_DIR/backups and records the result, failures too.
 * @throws Failure already-done during a backup or restore; unavailable when the disk is full
 */
export function createBackup(deps: SiteDeps, onProgress: OnProgress = () => {}) {
  const attempt = { reason: 'manual', createdAt: Date.now() } as const;
  return workAlone(deps, () => backUp(deps.db, attempt, () => writeNext(deps, onProgress)));
}

/** Name and sums of a backup's file. */
export type Written = Awaited<ReturnType<typeof writeNext>>;

/** Records what `write` makes, or why it does not. For callers that hold the lock. */
export async function backUp(db: Db, attempt: Try, write: () => Promise<Written>) {
  const record = { ...attempt, provenAt: null };
  try {
    return await queries.insertBackup(db, { ...record, ...(await write()) });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error; // stopping the site is no failure
    const reason = explain(error, '备份');
    const failure = (reason as Error).message;
    // On a full disk this insert may fail as well; the first error is the one to report.
    await queries.insertBackup(db, { ...record, name: '', failure }).catch(() => {});
    throw reason;
  }
}

/** Records the result of a trial restore. */
export function recordProof(db: Db, id: number, proof: Pick<queries.BackupRow, 'provenAt' | 'doubt'>) {
  return db.transaction().execute((trx) => queries.keepProof(trx, id, proof));
}

/** Writes the next backup without a record. */
export async function writeNext(deps: BackupSource & { dataDir: string }, onProgress: OnProgress) {
  const { name, path } = await newBackupPath(deps.dataDir);
  return { name, ...(await writeBackup(deps, path, onProgress)) };
}

/** Backs up into a file of the owner's choice, without a record. */
export function backUpInto(deps: Omit<SiteDeps, 'db'>, path: string, onProgress: OnProgress) {
  return workAlone(deps, async () => {
    try {
      return await writeBackup(deps, path, onProgress);
    } catch (error) {
      throw explain(error, '备份');
    }
  });
}

/** Lists the files in the folder, newest first, with their records. */
export async function listBackups({ db, dataDir }: Pick<SiteDeps, 'db' | 'dataDir'>) {
  const records = newestByName(await queries.listRecords(db));
  const files = await listBackupFiles(dataDir);
  return files
    .map(({ name, bytes, changedAt }) => {
      const { reason, createdAt = changedAt, rows, files, missing, provenAt, doubt } = records.get(name) ?? {};
      return { name, bytes, reason, createdAt, rows, files, missing, provenAt: provenAt ?? null, doubt: doubt ?? '' };
    })
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** Names recur once a file is gone: the newest record counts. */
export function newestByName(records: queries.BackupRow[]) {
  return new Map(records.map((record) => [record.name, record]));
}

export async function backupHealth(db: Db) {
  return { proven: await queries.findLastProven(db), lastScheduled: await queries.lastScheduled(db) };
}

/** Streams a backup. @throws Failure not-found */
export async function openBackupFile(dataDir: string, name: string) {
  const path = await findBackupPath(dataDir, name);
  const { size } = await stat(path);
  return { size, stream: createReadStream(path) };
}

/** Deletes and records the act; a full disk keeps the record from being written, and must not keep the file. @throws Failure not-found */
export async function removeBackup({ db, dataDir }: Pick<SiteDeps, 'db' | 'dataDir'>, viewer: Viewer, name: string) {
  await rm(await findBackupPath(dataDir, name), { force: true });
  const recorded = db.transaction().execute(async (trx) => {
    await queries.deleteRecordsNamed(trx, name);
    await recordAct(trx, viewer, { act: 'backups.remove', subject: name });
  });
  await recorded.catch((error) => {
    if (!isDiskFull(error)) throw error;
  });
}

type Piece = Input<typeof adminBackups.upload>;
type Deps = Pick<SiteDeps, 'db' | 'dataDir'>;

const coming = inPieces('.incoming-');

/** Names of finished uploads, for clients that repeat the last piece because its reply was lost. */
const named = new Map<string, string>();
const rememberedNames = 20;

/**
 * Stores the next piece of an upload; the last one makes it a backup, or deletes it when unusable. An encrypted one waits
 * for its passphrase.
 * @throws Failure invalid-input with the reason; too-large without room; unavailable when the disk is full
 */
export async function receivePiece(deps: Deps, viewer: Viewer, { query, body }: Piece) {
  const folder = await backupFolder(deps.dataDir);
  const piece = { folder, owner: viewer.id, ...query, bytes: body.file.bytes };
  try {
    const { received, whole = { name: '', isEncrypted: false } } = await coming.take(piece, {
      already: (path) => findNamed(deps.dataDir, path),
      whenWhole: async (path) =>
        (await isEncryptedFile(path))
          ? { name: '', isEncrypted: true }
          : { name: await keep(deps, viewer, path), isEncrypted: false },
    });
    return { received, ...whole };
  } catch (error) {
    throw explain(error, '备份');
  }
}

async function findNamed(dataDir: string, path: string) {
  const name = named.get(path);
  const found = name && (await findBackupPath(dataDir, name).catch(() => undefined));
  return found ? { name, isEncrypted: false } : undefined;
}

/** Path of an upload of this member, and what makes it a backup once it is decrypted. */
export async function encryptedUpload(deps: Deps, viewer: Viewer, id: string) {
  const path = coming.pathOf({ folder: await backupFolder(deps.dataDir), owner: viewer.id, id });
  const store = async (plain: string) => {
    const name = await keep(deps, viewer, plain, path);
    await rm(path, { force: true });
    return name;
  };
  return { path, store };
}

function remember(path: string, name: string) {
  named.set(path, name);
  for (const oldest of [...named.keys()].slice(0, -rememberedNames)) named.delete(oldest);
}

async function keep(deps: Deps, viewer: Viewer, path: string, uploaded = path) {
  const name = await storeBackup(deps, path, { reason: 'uploaded' });
  remember(uploaded, name);
  await deps.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'backups.upload', subject: name }));
  return name;
}

type Stored = { reason: 'uploaded' | 'fetched'; formerName?: string };

/** Makes a file a backup of the folder, and records it, under its former name while that is free. @returns its name @throws Failure when it is unusable */
export async function storeBackup({ db, dataDir }: Deps, path: string, { reason, formerName = '' }: Stored) {
  const manifest = await manifestOf(path);
  const { bytes, rows, files, missing } = { ...sumsOf(manifest), bytes: (await stat(path)).size };
  const createdAt = Date.parse(manifest.createdAt);
  const former = join(await backupFolder(dataDir), formerName);
  const isFree = formerName !== '' && !existsSync(former);
  const place = isFree ? { name: formerName, path: former } : await newBackupPath(dataDir, createdAt);
  const { name, path: target } = place;
  await putInPlace(path, target);
  await insertBackup(db, { name, reason, createdAt, bytes, rows, files, missing, provenAt: null });
  return name;
}

async function manifestOf(path: string) {
  const backup = await openBackup(path);
  backup.close();
  return backup.manifest;
}

function sumsOf(manifest: Manifest) {
  return { rows: countManifestRows(manifest), files: manifest.files.count, missing: manifest.files.missing };
}
