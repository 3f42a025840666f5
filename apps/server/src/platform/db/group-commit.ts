import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnsoundLog } from './errors.ts';

/** Statements the group needs of the writing connection. */
type Writer = { run: (sql: string) => void; isInTransaction: () => boolean };

/** Brings commits to the disk. */
type Log = { sync: () => Promise<void>; requireSound: () => void };

type Waiting = { resolve: () => void; reject: (error: unknown) => void };

/** Captured at load: tests replace the global functions by fake timers. */
const { setImmediate, clearImmediate } = globalThis;

/**
 * Lets writes that arrive in one turn of the event loop share a transaction and its fsync. Each act stands on a savepoint
 * of its own, so one that fails takes back nothing of the others, and is done only once the commit is on disk. Others may
 * read it a moment earlier; what they write in turn is on disk only after it, as the log is. Acts run one at a time; who
 * waits for the next must not wait for the last one's commit.
 */
export class GroupCommit {
  readonly #writer: Writer;
  readonly #log: Log;
  /** Acts that ended and wait for the commit. */
  #ended: Waiting[] = [];
  #timer: NodeJS.Immediate | undefined;
  #isRunning = false;
  #hasSavepoint = false;
  /** Set after the turn: the commit then waits only for the running act. */
  #isDue = false;
  #failure: unknown;

  constructor(writer: Writer, log: Log) {
    this.#writer = writer;
    this.#log = log;
  }

  /** Begins an act: the first one of a group opens its transaction. A single statement undoes itself, without savepoint. */
  begin({ isStatement = false } = {}) {
    this.#log.requireSound();
    const isFirst = !this.#writer.isInTransaction();
    if (isFirst) this.#writer.run('begin immediate');
    else if (!isStatement) this.#writer.run('savepoint act');
    this.#hasSavepoint = !isFirst && !isStatement;
    this.#isRunning = true;
  }

  /** Ends the running act. The promise settles when the commit of its group is on disk, also for an act that only read. */
  end(): Promise<void> {
    // SQLite rolls back by itself, on a full disk for one
    if (!this.#writer.isInTransaction()) throw this.#failure ?? new Error('the transaction was rolled back');
    if (this.#hasSavepoint) this.#writer.run('release act');
    this.#isRunning = false;
    return new Promise((resolve, reject) => {
      this.#ended.push({ resolve, reject });
      if (this.#isDue) this.commit();
      else this.#timer ??= setImmediate(() => this.#commitSoon());
    });
  }

  /** Takes back the running act, if there is one. */
  undo() {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    if (!this.#writer.isInTransaction()) this.#failAll(this.#failure);
    else if (this.#hasSavepoint) this.#writer.run('rollback to act; release act');
    else if (this.#ended.length === 0) this.#writer.run('rollback');
    if (this.#isDue) this.commit();
  }

  /** Remembers why a statement failed, in case SQLite rolled back the whole group. */
  noteFailure(error: unknown) {
    this.#failure = error;
  }

  /** Commits the acts that ended. */
  commit() {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    if (this.#ended.length === 0) return;
    try {
      this.#writer.run('commit');
    } catch (error) {
      this.#failAll(error);
      if (this.#writer.isInTransaction()) this.#writer.run('rollback');
      return;
    }
    void this.#acknowledge(this.#ended.splice(0));
  }

  async #acknowledge(acts: Waiting[]) {
    try {
      await this.#log.sync();
      for (const { resolve } of acts) resolve();
    } catch (error) {
      for (const { reject } of acts) reject(error);
    }
  }

  #commitSoon() {
    if (this.#isRunning) this.#isDue = true;
    else this.commit();
  }

  #failAll(error: unknown) {
    for (const { reject } of this.#ended.splice(0)) reject(error);
  }
}

/**
 * Brings SQLite's write-ahead log to the disk in another thread: an fsync takes a fraction of a millisecond or forty, in
 * which the main thread would serve nobody. What is asked for while one runs shares the next.
 */
export class WalSync {
  readonly #database: string | undefined;
  readonly #onUnsound: (error: Error) => void;
  #log: Promise<FileHandle | undefined> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: UnsoundLog | undefined;

  /**
   * `database`: file whose log is synced; without one SQLite has synced already. `onUnsound` hears of the first sync that
   * failed: nothing can be written any more until the program starts again.
   */
  constructor(database: string | undefined, onUnsound: (error: Error) => void = () => {}) {
    this.#database = database;
    this.#onUnsound = onUnsound;
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
      const log = await this.#log;
      if (log) await log.datasync();
      else this.#log = undefined;
    } catch (error) {
      this.#failure = new UnsoundLog(error);
      this.#onUnsound(this.#failure);
      throw this.#failure;
    }
  }
}

/**
 * Opens the log, which SQLite has made by the first write; with `synchronous = normal` nobody else notes its name on the
 * disk. Undefined while there is none: acts that only read leave nothing to sync.
 */
async function openLog(database: string) {
  const log = await open(`${database}-wal`, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!log) return undefined;
  if (process.platform === 'win32') return log; // a folder cannot be opened there
  const folder = await open(dirname(database));
  await folder.sync();
  await folder.close();
  return log;
}
