import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { adminRemotes, RemoteFile } from '@mojian/contract/operations/remotes';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { requireRoom } from '../../platform/storage/pieces.ts';
import { decrypt } from '../backups/age.ts';
import type { BackupWorker } from '../backups/backup-work.ts';
import { storeBackup } from '../backups/backups.ts';
import { explainSealed } from '../backups/errors.ts';
import { backupFolder } from '../backups/folder.ts';
import { beginReading, type OnProgress } from '../backups/progress.ts';
import { workAlone } from '../backups/work-alone.ts';
import { asFailure, type RemoteDeps, requireRemote } from './admin-remotes.ts';
import type { RemoteFolder } from './clients/client.ts';
import { openRemote } from './clients/clients.ts';
import { backupsAmong, isEncrypted, type RemoteBackup, timeInName } from './remote-files.ts';
import * as queries from './remotes.queries.ts';
import { whereOf } from './upload-due.ts';

/** Lists the backups there now. @throws Failure not-found; unavailable with the refusal */
export async function listRemoteFiles({ db }: RemoteDeps, id: number): Promise<RemoteFile[]> {
  const remote = await requireRemote(db, id);
  const uploaded = await queries.listUploaded(db, id);
  const provenAt = new Map(uploaded.map((one) => [`${one.name} ${one.bytes}`, one.uploadedAt]));
  const there = await asFailure(async () => backupsAmong(await openRemote(whereOf(remote)).list()));
  return there.map(({ name, bytes, files }) => {
    const [createdAt, proven] = [timeInName(name), provenAt.get(`${name} ${bytes}`)];
    return {
      name,
      bytes,
      createdAt: createdAt === undefined ? null : isoTime(createdAt),
      isEncrypted: isEncrypted(name),
      pieces: files.length,
      provenAt: proven ? isoTime(proven) : null,
    };
  });
}

/** Finds a place by the name that the owner gave it. */
export async function findRemoteNamed(db: RemoteDeps['db'], name: string) {
  return (await queries.listRemotes(db)).find((one) => one.name === name);
}

/** Lists the backups of all places, for the command line; a place that refuses hides no other. */
export async function listElsewhere(db: RemoteDeps['db']) {
  const remotes = await queries.listRemotes(db);
  return Promise.all(
    remotes.map(async (remote) => {
      const { id, name } = remote;
      try {
        return { id, name, files: backupsAmong(await openRemote(whereOf(remote)).list()), failure: '' };
      } catch (error) {
        return { id, name, files: [], failure: (error as Error).message };
      }
    }),
  );
}

/** Deletes a backup there. @throws Failure not-found; unavailable with the refusal */
export async function removeRemoteFile({ db }: RemoteDeps, viewer: Viewer, { id, name }: { id: number; name: string }) {
  const remote = await requireRemote(db, id);
  const folder = openRemote(whereOf(remote));
  const { files } = await asFailure(() => requireThere(folder, name));
  for (const file of files) await asFailure(() => folder.remove(file));
  await db.transaction().execute(async (trx) => {
    await queries.deleteRemoteBackups(trx, id, [name]);
    await recordAct(trx, viewer, { act: 'remotes.remove-file', subject: `remote:${id}`, after: { fileName: name } });
  });
}

async function requireThere(folder: RemoteFolder, name: string) {
  const found = backupsAmong(await folder.list()).find((one) => one.name === name);
  if (!found) throw new Failure('not-found', '那里没有这份备份，或缺了其中一块', 'name');
  return found;
}

type FetchDeps = RemoteDeps & { databaseUrl: string };
type FetchRequest = Input<typeof adminRemotes.fetch>['body'];

/** Starts to bring a backup back and returns at once; poll the worker for progress. @throws Failure not-found; already-done */
export async function startFetch(worker: BackupWorker, deps: FetchDeps, viewer: Viewer, request: FetchRequest) {
  await requireRemote(deps.db, request.id);
  const run = async (onProgress: OnProgress) => {
    const name = await fetchBackup(deps, request, onProgress);
    const after = { fileName: name };
    const subject = `remote:${request.id}`;
    await deps.db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'remotes.fetch', subject, after }));
    return { name };
  };
  return worker.begin({ kind: 'fetch', name: request.name, run });
}

/**
 * Brings a backup back into the folder of backups, decrypted, and checks its list of contents; what is not whole is not
 * kept. @returns its name there @throws Failure in Chinese
 */
export async function fetchBackup(deps: FetchDeps, { id, name, passphrase }: FetchRequest, onProgress: OnProgress) {
  const remote = await requireRemote(deps.db, id);
  const folder = openRemote(whereOf(remote));
  const found = await asFailure(() => requireThere(folder, name));
  return workAlone(deps, async () => {
    const place = await backupFolder(deps.dataDir);
    await requireRoom(place, found.bytes);
    const path = join(place, `.fetched-${name}.part`);
    try {
      const source = beginReading(onProgress, 'fetch', found.bytes)(readAll(folder, found));
      const plain = isEncrypted(name) ? decrypt(source, passphrase || remote.passphrase) : source;
      await asFailure(() => pipeline(plain, createWriteStream(path, { mode: 0o600 })));
      return await storeBackup(deps, path, { reason: 'fetched', formerName: name.replace(/\.age$/, '') });
    } catch (error) {
      throw explainSealed(error, '那里的文件坏了，或没有传完，没有取回');
    } finally {
      await rm(path, { force: true });
    }
  });
}

async function* readAll(folder: RemoteFolder, { files }: RemoteBackup) {
  for (const file of files) yield* folder.read(file);
}
