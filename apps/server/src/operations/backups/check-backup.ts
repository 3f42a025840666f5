import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { may, type Role } from '@mojian/contract/platform/permissions';
import { openSnapshot } from '../../platform/db/copies/copies.ts';
import type { Snapshot, Value } from '../../platform/db/copies/snapshot.ts';
import { newSqliteCopy } from '../../platform/db/copies/sqlite.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { leftOut } from './backup-files.ts';
import type { NewBackupRow } from './backups.queries.ts';
import { loadBackup } from './load-backup.ts';
import { countManifestRows } from './manifest.ts';
import { type Backup, openBackup } from './open-backup.ts';
import { beginStep, type OnProgress } from './progress.ts';

/** Verifies all checksums without writing. @throws Failure when damaged */
export async function checkBackup(backup: Backup, onProgress: OnProgress) {
  const { tables, files } = backup.manifest;
  const advance = beginStep(onProgress, 'check', countManifestRows({ tables }) + files.count);
  for (const table of tables) for await (const rows of backup.rows(table)) advance(rows.length);
  for await (const _ of backup.files()) advance(1);
}

/**
 * Trial restore into a temporary SQLite file, whatever the source database; reads every file and leaves nothing.
 * @throws whatever would prevent a restore
 */
export async function proveBackup(path: string, onProgress: OnProgress) {
  const backup = await openBackup(path);
  try {
    const copy = await newSqliteCopy(dirname(path));
    try {
      await loadBackup(backup, copy, onProgress);
    } finally {
      await copy.discard();
    }
    const advance = beginStep(onProgress, 'check', backup.manifest.files.count);
    for await (const _ of backup.files()) advance(1);
    return { rows: countManifestRows(backup.manifest), files: backup.manifest.files.count };
  } finally {
    backup.close();
  }
}

const ownersAtMost = 5;

/**
 * Returns the owners, and whether the token's session is in the backup and may restore there. @throws Failure in
 * Chinese when unusable
 */
export async function findPeople(path: string, token: string) {
  const backup = await openBackup(path);
  try {
    const roles = new Map<Value | undefined, Role>();
    const owners: string[] = [];
    for await (const { id, role, nickname } of rowsOf(backup, 'users')) {
      if (role !== 'member') roles.set(id, role as Role);
      if (role === 'owner') owners.push(String(nickname));
    }
    return { owners: owners.slice(0, ownersAtMost), staysIn: await findSession(backup, token, roles) };
  } finally {
    backup.close();
  }
}

async function findSession(backup: Backup, token: string, roles: Map<Value | undefined, Role>) {
  const hash = secretHash(token);
  let staysIn = false;
  for await (const { tokenHash, userId, expiresAt } of rowsOf(backup, 'sessions')) {
    const role = roles.get(userId);
    const isTheirs = tokenHash === hash && Number(expiresAt) > Date.now();
    if (isTheirs && role && may(role, 'backups.manage')) staysIn = true;
  }
  return staysIn;
}

async function* rowsOf({ manifest, rows }: Backup, name: string) {
  const table = manifest.tables.find((one) => one.name === name);
  if (!table) return;
  for await (const batch of rows(table))
    for (const row of batch) yield Object.fromEntries(table.columns.map((column, at) => [column, row[at]]));
}

export type Preview = Awaited<ReturnType<typeof previewRestore>>;

/** Verifies a backup and compares row counts per table, without writing. @throws Failure in Chinese when unusable */
export async function previewRestore(databaseUrl: string, path: string, onProgress: OnProgress = () => {}) {
  const backup = await openBackup(path);
  try {
    await checkBackup(backup, onProgress);
    const { tables, files, createdAt, dialect, site, steps } = backup.manifest;
    const now = await countPresent(databaseUrl);
    const restored = new Map(tables.map(({ name, rows }) => [name, rows]));
    const names = [...new Set([...restored.keys(), ...now.keys()])].filter((name) => !(name in leftOut)).sort();
    return {
      site,
      createdAt,
      dialect,
      step: steps.at(-1) ?? '',
      bytes: backup.bytes,
      isEmpty: now.size === 0,
      tables: names.map((name) => ({ name, now: now.get(name) ?? 0, later: restored.get(name) ?? 0 })),
      files: files.count,
      missing: files.missing,
    };
  } finally {
    backup.close();
  }
}

async function countPresent(databaseUrl: string) {
  const counts = new Map<string, number>();
  const snapshot = await openPresent(databaseUrl);
  if (!snapshot) return counts;
  try {
    for (const table of snapshot.tables) counts.set(table.name, await snapshot.count(table));
    return counts;
  } finally {
    await snapshot.close();
  }
}

/** Undefined while there is no site; does not create a database. */
export async function openPresent(databaseUrl: string): Promise<Snapshot | undefined> {
  if (dialectOf(databaseUrl) === 'sqlite' && !existsSync(databaseUrl)) return undefined;
  const snapshot = await openSnapshot(databaseUrl);
  if (snapshot.steps.length > 0) return closedOnce(snapshot);
  await snapshot.close();
  return undefined;
}

function closedOnce(snapshot: Snapshot): Snapshot {
  let open = true;
  const close = async () => {
    if (open) await snapshot.close();
    open = false;
  };
  return { ...snapshot, close };
}

/** Reads the present records, which describe this folder and survive the restore. */
export async function recordsOf(snapshot: Snapshot): Promise<NewBackupRow[]> {
  const table = snapshot.tables.find(({ name }) => name === 'backups');
  if (!table) return [];
  const records: NewBackupRow[] = [];
  for await (const rows of snapshot.rows(table))
    for (const row of rows) {
      const { id: _, ...record } = Object.fromEntries(table.columns.map((column, at) => [column, row[at]]));
      records.push(record as NewBackupRow);
    }
  return records;
}
