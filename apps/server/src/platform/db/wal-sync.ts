import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Brings SQLite's write-ahead log to the disk in another thread: an fsync takes a fraction of a millisecond or forty, in
 * which the main thread would serve nobody. What is asked for while one runs shares the next.
 */
export class WalSync {
  readonly #database: string | undefined;
  #log: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: unknown;

  /** `database`: file whose log is synced; without one SQLite has synced already. */
  constructor(database: string | undefined) {
    this.#database = database;
  }

  /** @throws the failure of an earlier sync: what the system then dropped, a later one would not bring back */
  requireSound() {
    if (this.#failure) throw this.#failure;
  }

  /** Settles when all that is committed now is on disk. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  /** Closes the log after the last sync, before SQLite may remove it. */
  async close() {
    await (this.#next ?? this.#running)?.catch(() => {});
    await (await this.#log?.catch(() => undefined))?.close();
    this.#log = undefined;
  }

  #start() {
    this.#next = undefined;
    this.#running = this.#flush().finally(() => {
      if (!this.#next) this.#running = undefined;
    });
    return this.#running;
  }

  async #flush() {
    if (this.#database === undefined) return;
    this.requireSound();
    try {
      this.#log ??= openLog(this.#database);
      await (await this.#log).datasync();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}

/** SQLite has made the file by the first commit; with `synchronous = normal` nobody else notes its name on the disk. */
async function openLog(database: string) {
  const log = await open(`${database}-wal`, 'r+');
  if (process.platform === 'win32') return log; // a folder cannot be opened there
  const folder = await open(dirname(database));
  await folder.sync();
  await folder.close();
  return log;
}
