import { dirname } from 'node:path';
import { newSqliteCopy } from '../../platform/db/copies/sqlite.ts';
import { loadBackup } from './load-backup.ts';
import { countRows } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { count, type OnProgress } from './progress.ts';

/**
 * Restores a backup into a scratch SQLite file beside it, whichever database it came from, and reads every file in it.
 * Nothing of this is left. @throws whatever would keep it from being restored.
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
    const advance = count(onProgress, 'check', backup.manifest.files.count);
    for await (const _ of backup.files()) advance(1);
    return { rows: countRows(backup.manifest), files: backup.manifest.files.count };
  } finally {
    backup.close();
  }
}
