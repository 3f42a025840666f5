import { existsSync } from 'node:fs';
import { openSnapshot } from '../../platform/db/copies/copies.ts';
import type { Snapshot } from '../../platform/db/copies/snapshot.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { NewBackupRow } from './backups.queries.ts';

/** The site as it is, or nothing where none is yet. Looking makes no database. */
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

/** What the present site records of its backups: it tells of this folder, whatever is restored. */
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
