import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseInUse } from './copy.ts';

/**
 * Moves a closed SQLite file over another. First the old one takes in its write-ahead log and lets go of it: SQLite would
 * play a log that is left over into whichever file has the name. This needs the old file for itself alone.
 * @throws DatabaseInUse while another connection holds it; then nothing has changed.
 */
export function putInPlace(file: string, target: string) {
  leaveWriteAheadLog(target);
  renameSync(file, target);
  syncFolder(dirname(target));
}

/** @throws DatabaseInUse while another connection holds the file. */
export function leaveWriteAheadLog(file: string) {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    const [row] = database.prepare('pragma journal_mode = delete').all();
    if (row?.journal_mode !== 'delete') throw new DatabaseInUse(file);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) throw new DatabaseInUse(file, { cause: error });
    throw error;
  } finally {
    database.close();
  }
}

const busy = 5;

function syncFolder(folder: string) {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
