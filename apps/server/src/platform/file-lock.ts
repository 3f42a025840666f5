import { DatabaseSync } from 'node:sqlite';

/** Milliseconds between two attempts of `waitForLock`. */
const pause = 50;

export type Release = () => void;

/** Keeps held locks from the garbage collector, which would close them for whoever never releases. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, made where it is missing, until the returned function or the end of the process; undefined while
 * another process, or this one, holds it. Those who share a lock keep out only those who do not. Uses SQLite's file
 * locks, which work on every system. Nothing else may open the file: closing it would give the lock away.
 * @throws Error where the file cannot be made or opened
 */
export function tryLock(file: string, { shared = false } = {}): Release | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory'); // or a second file lies beside the first
    lock.exec(shared ? 'begin; select count(*) from sqlite_schema' : 'begin exclusive');
  } catch (error) {
    lock.close();
    if (isHeld(error)) return undefined;
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

/** Tries until the holder is gone: one that stops, or only looks whether the lock is held, is gone soon. */
export async function waitForLock(file: string, { shared = false, milliseconds = 0 }) {
  for (const until = Date.now() + milliseconds; ; await new Promise((resolve) => setTimeout(resolve, pause))) {
    const release = tryLock(file, { shared });
    if (release || Date.now() > until) return release;
  }
}

/** Only SQLITE_BUSY and SQLITE_LOCKED mean that the lock is taken. */
function isHeld(error: unknown) {
  const { errcode = 0 } = error as { errcode?: number };
  return [5, 6].includes(errcode & 0xff);
}
