import type { Snapshot } from '../../platform/db/copies/snapshot.ts';
import type { Db } from '../../platform/db/schema.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { type Storage, typeOfKey } from '../../platform/storage/storage.ts';
import { keptKeys } from './kept-keys.ts';
import type { Backup } from './open-backup.ts';
import { count, type OnProgress } from './progress.ts';
import { findSizes } from './restore-files.queries.ts';

/**
 * Puts the files of a backup into the storage, beside what is there: a key names its picture, so the site that still runs
 * shows the same. @returns what takes the new ones away again.
 */
export async function putFiles(backup: Backup, storage: Storage, onProgress: OnProgress) {
  const added: string[] = [];
  const undo = async () => {
    for (const key of added) await storage.remove(key).catch(() => undefined);
  };
  const advance = count(onProgress, 'restoreFiles', backup.manifest.files.count);
  try {
    for await (const { key, bytes } of backup.files()) {
      if (!(await storage.has(key))) added.push(key);
      await storage.put(key, bytes, typeOfKey(key) ?? '');
      advance(1);
    }
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** The files of the old site that the new one does not name. */
export async function listObsolete(old: Snapshot, next: Db) {
  const obsolete: string[] = [];
  for await (const keys of keptKeys(old)) {
    const [key = ''] = keys;
    const sizes = await findSizes(next, key);
    const kept = sizes === undefined ? [] : [key, ...readSizes(sizes).map((size) => size.key)];
    obsolete.push(...keys.filter((one) => !kept.includes(one)));
  }
  return obsolete;
}
