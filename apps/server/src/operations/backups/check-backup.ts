import { countRows } from './manifest.ts';
import type { Backup } from './open-backup.ts';
import { count, type OnProgress } from './progress.ts';

/** Reads all of a backup once and holds it against its sums. Nothing is written. @throws Failure for what is damaged. */
export async function checkBackup(backup: Backup, onProgress: OnProgress) {
  const { tables, files } = backup.manifest;
  const advance = count(onProgress, 'check', countRows({ tables }) + files.count);
  for (const table of tables) for await (const rows of backup.rows(table)) advance(rows.length);
  for await (const _ of backup.files()) advance(1);
}
