import { beginGeneration } from '../../chat/messages/feed.ts';
import { indexChat } from '../../chat/messages/search-messages.ts';
import { indexArticles } from '../../content/articles/index-articles.ts';
import { indexAllAgain } from '../../pages/search/index-writings.ts';
import { newCopy, sweepCopies } from '../../platform/db/copies/copies.ts';
import type { Copy, Snapshot } from '../../platform/db/copies/snapshot.ts';
import type { Db } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { spoolFolder, withSpooled } from '../../platform/storage/spool.ts';
import { type Storage, typeOfKey } from '../../platform/storage/storage.ts';
import { listStoredKeys, ofThisMachine } from './backup-files.ts';
import { findSizes, insertBackups, type NewBackupRow } from './backups.queries.ts';
import { writeNext } from './backups.ts';
import { checkBackup, openPresent, recordsOf } from './check-backup.ts';
import { explain } from './errors.ts';
import { loadBackup } from './load-backup.ts';
import { countManifestRows } from './manifest.ts';
import { type Backup, openBackup } from './open-backup.ts';
import { beginStep, type OnProgress } from './progress.ts';
import { type Alone, workAlone } from './work-alone.ts';
import type { BackupSource } from './write-backup.ts';

/** Callbacks of a process that restores its own site. */
export type Replacing = {
  db: Db;
  /** Runs work while all other writes wait: calls, jobs, outbox, counters. */
  quiet: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Clears page and settings caches in all processes. */
  onReplaced: () => Promise<void>;
};

type RestoreDeps = BackupSource & { dataDir: string; replacing?: Replacing };

/**
 * Replaces all rows and files by those of a backup. Verifies it first and backs up the present site; builds the new
 * database beside the old one and swaps in one step, so that a crash leaves either the old site or the new one.
 * @throws Failure in Chinese: already-done while the site runs elsewhere or another job runs; invalid-input for an
 * unusable backup; unavailable when the disk is full
 */
export async function restoreSite(deps: RestoreDeps, path: string, onProgress: OnProgress = () => {}) {
  try {
    return await workAlone(deps, (alone) => restore(deps, { path, alone, onProgress }));
  } catch (error) {
    throw explain(error, '恢复');
  }
}

type Work = { path: string; alone: Alone; onProgress: OnProgress };

async function restore(deps: RestoreDeps, { path, alone, onProgress }: Work) {
  if (!deps.replacing) await alone.keepOut();
  const backup = await openBackup(path);
  try {
    await checkBackup(backup, onProgress);
    const replace = async () => {
      const name = await replaceSite(deps, backup, onProgress);
      await deps.replacing?.onReplaced();
      return name;
    };
    const safety = await (deps.replacing ? deps.replacing.quiet(replace) : replace());
    return { safety, rows: countManifestRows(backup.manifest), files: backup.manifest.files.count };
  } finally {
    backup.close();
  }
}

/** @returns the name of the backup of the former site, if there was one */
async function replaceSite(deps: RestoreDeps, backup: Backup, onProgress: OnProgress) {
  await sweepCopies(deps.databaseUrl);
  const present = await openPresent(deps.databaseUrl);
  try {
    const records = present ? await recordsOf(present) : [];
    const chatSeq = present ? await chatSeqOf(present) : 0;
    const safety = present && (await writeNext(deps, onProgress));
    if (safety) records.push({ ...safety, ...safetyRecord, createdAt: Date.now() });
    await buildAndReplace(deps, { backup, present, records, chatSeq, onProgress });
    return safety?.name;
  } finally {
    await present?.close();
  }
}

/** Newest sequence number of the chat. */
async function chatSeqOf(snapshot: Snapshot) {
  const table = snapshot.tables.find(({ name }) => name === 'chatSequence');
  let seq = 0;
  if (table) for await (const [row] of snapshot.rows(table)) seq = Number(row?.[table.columns.indexOf('seq')]);
  return seq;
}

const safetyRecord = { reason: 'restore', failure: '', provenAt: null, doubt: '' } as const;

type Building = Omit<Filling, 'copy'> & { present: Snapshot | undefined };

async function buildAndReplace(deps: RestoreDeps, { present, ...building }: Building) {
  const copy = await newCopy(deps.databaseUrl);
  try {
    await fill({ ...building, copy });
    if (present) await carryOver(present, copy);
    const obsolete = present ? await listObsolete(present, copy.db) : [];
    await present?.close(); // the present site is what will be replaced
    await takePlace(deps, { ...building, copy });
    for (const key of obsolete) await deps.storage.remove(key).catch(() => undefined);
  } finally {
    await copy.discard();
  }
}

/** Brings the rows along that say something of this machine, and are in no backup. */
async function carryOver(present: Snapshot, copy: Copy) {
  await copy.unguard();
  for (const name of ofThisMachine) {
    const table = present.tables.find((one) => one.name === name);
    if (table) await copy.load(table, present.rows(table), await present.lastId(table));
  }
  await copy.seal();
}

type Filling = { backup: Backup; copy: Copy; records: NewBackupRow[]; chatSeq: number; onProgress: OnProgress };

async function fill({ backup, copy, records, chatSeq, onProgress }: Filling) {
  await loadBackup(backup, copy, onProgress);
  let done = 0;
  const sought = backup.manifest.tables.filter(({ name }) => name === 'articles' || name === 'chatMessages');
  const total = sought.reduce((sum, { rows }) => sum + rows, 0);
  const advance = (more: number) => {
    done += more;
    onProgress({ step: 'search', done, total });
  };
  const search = createSearch(copy.dialect);
  await indexArticles(copy.db, search, advance);
  await indexChat(copy.db, search, advance);
  await indexAllAgain(copy.db);
  await insertBackups(copy.db, records);
  await beginGeneration(copy.db, chatSeq);
}

type Taking = { backup: Backup; copy: Copy; onProgress: OnProgress };

async function takePlace({ storage, dataDir, replacing }: RestoreDeps, { backup, copy, onProgress }: Taking) {
  const takeAway = await putFiles(backup, { storage, dataDir }, onProgress);
  try {
    await copy.takePlace(replacing?.db);
  } catch (error) {
    await takeAway();
    throw error;
  }
}

type Place = { storage: Storage; dataDir: string };

/**
 * Adds files beside the present ones; keys name contents, so the running site is unaffected. @returns an undo function
 */
async function putFiles(backup: Backup, { storage, dataDir }: Place, onProgress: OnProgress) {
  const added: string[] = [];
  const undo = async () => {
    for (const key of added) await storage.remove(key).catch(() => undefined);
  };
  const advance = beginStep(onProgress, 'restoreFiles', backup.manifest.files.count);
  try {
    for await (const { key, content } of backup.files()) {
      if (!(await storage.has(key))) added.push(key);
      const type = typeOfKey(key) ?? '';
      await withSpooled(spoolFolder(dataDir), content, (file) => storage.putFile(key, file, type));
      advance(1);
    }
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Keys of the old site that the new one does not reference. */
async function listObsolete(old: Snapshot, next: Db) {
  const obsolete: string[] = [];
  for await (const keys of listStoredKeys(old)) {
    const [key = ''] = keys;
    const sizes = await findSizes(next, key);
    const present = sizes === undefined ? [] : [key, ...readSizes(sizes).map((size) => size.key)];
    obsolete.push(...keys.filter((one) => !present.includes(one)));
  }
  return obsolete;
}
