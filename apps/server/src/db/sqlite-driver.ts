import type { CompiledQuery, DatabaseConnection, Driver, TransactionSettings } from 'kysely';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';

/**
 * One writer and one reader over the same file. A query outside a transaction that only reads goes to the reader, so it
 * never waits for an open transaction; all else queues for the writer.
 */
export class SqliteDriver implements Driver {
  readonly #file: string;
  #writer!: SqliteConnection;
  #reader!: SqliteConnection;
  #turn: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  async init() {
    this.#writer = openConnection(this.#file, { readOnly: false });
    this.#reader = openConnection(this.#file, { readOnly: true });
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#writer, this.#reader, () => this.#takeTurn());
  }

  beginTransaction(connection: RoutedConnection, _settings: TransactionSettings) {
    return connection.begin();
  }

  async commitTransaction(connection: RoutedConnection) {
    connection.end('commit');
  }

  async rollbackTransaction(connection: RoutedConnection) {
    connection.end('rollback');
  }

  async releaseConnection(connection: RoutedConnection) {
    connection.release();
  }

  async destroy() {
    this.#reader?.close();
    this.#writer?.run('pragma optimize; pragma wal_checkpoint(truncate)');
    this.#writer?.close();
  }

  /** Waits for the writer and returns the function that passes it on. */
  async #takeTurn() {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return resolve;
  }
}

class RoutedConnection implements DatabaseConnection {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #takeTurn: () => Promise<() => void>;
  #passOn: (() => void) | undefined;

  constructor(writer: SqliteConnection, reader: SqliteConnection, takeTurn: () => Promise<() => void>) {
    this.#writer = writer;
    this.#reader = reader;
    this.#takeTurn = takeTurn;
  }

  async begin() {
    this.#passOn = await this.#takeTurn();
    this.#writer.run('begin immediate');
  }

  end(how: 'commit' | 'rollback') {
    this.#writer.run(how);
  }

  release() {
    this.#passOn?.();
    this.#passOn = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    if (this.#passOn) return this.#writer.query<Row>(query);
    if (onlyReads(query)) return this.#reader.query<Row>(query);

    const passOn = await this.#takeTurn();
    try {
      return this.#writer.query<Row>(query);
    } finally {
      passOn();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery) {
    yield await this.executeQuery<Row>(query);
  }
}

function onlyReads({ query, sql }: CompiledQuery) {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
}
