import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { LRUCache } from 'lru-cache';
import { compressible, decompressed } from './compressed.ts';
import { isDiskFull, isLocked } from './errors.ts';
import { GroupCommit, WalSync } from './group-commit.ts';

/** A node:sqlite connection with cached prepared statements. */
type SqliteConnection = ReturnType<typeof openConnection>;

const maxStatements = 300;

/** Milliseconds a write waits for another program that writes to the file, unless told otherwise, and between two attempts. */
const [usualBusyFor, busyPause] = [5000, 20];

/** Captured at load: tests replace the global functions by fake timers. */
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

/** Asking a statement for its columns costs more than most queries. */
type Prepared = { statement: StatementSync; hasRows: boolean; compressible: string[] };

/** Opens a connection with the site's settings. Readers never wait for the writer (WAL), nor anybody within SQLite: that would hold up the event loop. */
function openConnection(file: string, { readOnly }: { readOnly: boolean }) {
  const database = new DatabaseSync(file, { readOnly });
  let hasLog = false;
  try {
    hasLog = configure(database, readOnly);
  } catch (error) {
    database.close(); // closes a file that cannot be used
    throw error;
  }

  const statements = new LRUCache<string, Prepared>({ max: maxStatements });
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const columns = statement.columns();
    const names = compressible(columns).map(({ name }) => name);
    const prepared = { statement, hasRows: columns.length > 0, compressible: names };
    statements.set(sql, prepared);
    return prepared;
  };

  return {
    hasLog,
    run: (sql: string) => database.exec(sql),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
    query<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
      parameters.forEach(refuseObject);
      const { statement, hasRows, compressible } = prepare(sql);
      const values = parameters as SQLInputValue[];
      if (hasRows) {
        const rows = statement.all(...values);
        for (const name of compressible) for (const row of rows) row[name] = decompressed(row[name] ?? null);
        return { rows: rows as Row[] };
      }

      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
  };
}

/** Returns whether commits go to a write-ahead log, which WalSync syncs; on a few network file systems SQLite does itself. */
function configure(database: DatabaseSync, readOnly: boolean) {
  database.exec(`pragma busy_timeout = ${usualBusyFor}`); // set before WAL: switching may wait for another process
  const hasLog = !readOnly && database.prepare('pragma journal_mode = wal').get()?.journal_mode === 'wal';
  database.exec(`pragma synchronous = ${hasLog ? 'normal' : 'full'}`);
  database.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma busy_timeout = 0');
  return hasLog;
}

/** node:sqlite silently takes a first object as named parameters and stores NULL. */
function refuseObject(value: unknown) {
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    throw new TypeError(`SQLite 参数不能是对象：${JSON.stringify(value)}`);
}

type Options = { onError: (error: Error) => void; busyFor: number | undefined };

/**
 * Kysely driver with one writer and one reader connection. Selects outside a transaction use the reader and never wait;
 * everything else queues for the writer, and what arrives together is committed together.
 */
export class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #onUnsound: (error: Error) => void;
  readonly #busyFor: number;
  readonly #open: Partial<Connections> = {};
  /** Connections to use again, as Kysely wraps each new one. */
  readonly #idle: RoutedConnection[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(file: string, { onError, busyFor = usualBusyFor }: Options) {
    this.#file = file;
    this.#onUnsound = onError;
    this.#busyFor = busyFor;
  }

  async init() {
    const writer = openConnection(this.#file, { readOnly: false });
    this.#open.writer = writer;
    const log = new WalSync(writer.hasLog ? this.#file : undefined, this.#onUnsound);
    this.#open.log = log;
    this.#open.group = new GroupCommit(writer, log);
    this.#open.reader = openConnection(this.#file, { readOnly: true });
  }

  /**
   * Closes the file, runs synchronous work, and reopens what is then there. No transaction runs meanwhile, so every
   * query sees either the old or the new file.
   */
  async replace(work: () => void) {
    const passOn = await this.#takeTurn();
    try {
      await this.#close();
      work();
    } finally {
      await this.init();
      passOn();
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#idle.pop() ?? new RoutedConnection(this.#open as Connections, () => this.#takeTurn(), this.#busyFor);
  }

  beginTransaction(connection: RoutedConnection, _settings: TransactionSettings) {
    return connection.begin();
  }

  commitTransaction(connection: RoutedConnection) {
    return connection.commit();
  }

  async rollbackTransaction(connection: RoutedConnection) {
    connection.rollBack();
  }

  async releaseConnection(connection: RoutedConnection) {
    connection.release();
    this.#idle.push(connection);
  }

  /** Tidies up and closes. While another process writes, or on a full disk, that is left to a later one: all is committed by now. */
  async destroy() {
    await this.#close('pragma optimize; pragma wal_checkpoint(truncate)');
  }

  async #close(last = '') {
    this.#open.group?.undo();
    this.#open.group?.commit();
    await this.#open.log?.close();
    this.#open.reader?.close(); // an open reader would block the checkpoint
    try {
      this.#open.writer?.run(last);
    } catch (error) {
      if (!isLocked(error) && !isDiskFull(error)) throw error;
    } finally {
      this.#open.writer?.close();
    }
  }

  /** Waits for the writer and returns its release function. */
  async #takeTurn() {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return resolve;
  }
}

type Connections = { writer: SqliteConnection; reader: SqliteConnection; group: GroupCommit; log: WalSync };

class RoutedConnection implements DatabaseConnection {
  /** Exchanged when the file is replaced. */
  readonly #open: Connections;
  readonly #takeTurn: () => Promise<() => void>;
  readonly #busyFor: number;
  #passOn: (() => void) | undefined;

  constructor(open: Connections, takeTurn: () => Promise<() => void>, busyFor: number) {
    this.#open = open;
    this.#takeTurn = takeTurn;
    this.#busyFor = busyFor;
  }

  async begin() {
    const until = now() + this.#busyFor;
    this.#passOn = await this.#takeTurn();
    await whenFree(until, () => this.#open.group.begin());
  }

  /** Passes the writer on before the commit, so that the next transaction may join it. */
  commit() {
    const written = this.#open.group.end();
    this.release();
    return written;
  }

  rollBack() {
    if (this.#passOn) this.#open.group.undo();
  }

  release() {
    this.#passOn?.();
    this.#passOn = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    if (this.#passOn) return this.#write<Row>(query);
    const until = now() + this.#busyFor;
    if (onlyReads(query)) return whenFree(until, () => this.#open.reader.query<Row>(query));

    const passOn = await this.#takeTurn();
    const { group, writer, log } = this.#open;
    if (changesRows(query)) {
      const { result, written } = await this.#writeInGroup<Row>(query, { until, passOn });
      await written;
      return result;
    }
    try {
      group.commit(); // such as a pragma, which a transaction would refuse or ignore
      const result = await whenFree(until, () => writer.query<Row>(query));
      await log.sync();
      return result;
    } finally {
      passOn();
    }
  }

  async #writeInGroup<Row>(query: CompiledQuery, { until, passOn }: { until: number; passOn: () => void }) {
    const { group } = this.#open;
    try {
      await whenFree(until, () => group.begin({ isStatement: true }));
      const result = this.#write<Row>(query);
      return { result, written: group.end() };
    } catch (error) {
      group.undo();
      throw error;
    } finally {
      passOn();
    }
  }

  #write<Row>(query: CompiledQuery) {
    try {
      return this.#open.writer.query<Row>(query);
    } catch (error) {
      this.#open.group.noteFailure(error);
      throw error;
    }
  }

  async *streamQuery<Row>(query: CompiledQuery) {
    yield await this.executeQuery<Row>(query);
  }
}

/**
 * Tries again while another program writes to the file, and leaves the event loop in between. Whoever has waited for
 * that long in the queue tries once.
 */
async function whenFree<Result>(until: number, work: () => Result) {
  for (;;)
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, busyPause));
    }
}

function onlyReads({ query, sql }: CompiledQuery) {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && rawRead.test(sql));
}

/** Raw SQL that only reads; it waits for no writer. */
const rawRead = /^\s*(?:select\b|with\b(?!.*\b(?:insert|update|delete)\b))/is;

function changesRows({ query: { kind } }: CompiledQuery) {
  return kind === 'InsertQueryNode' || kind === 'UpdateQueryNode' || kind === 'DeleteQueryNode';
}
