import {
  Kysely,
  type Dialect as KyselyDialect,
  type Logger,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  type Transaction,
} from 'kysely';
import { dialectOf } from './dialect.ts';
import { isStillReferenced } from './errors.ts';
import type { Db, Schema } from './schema.ts';
import { LiteralSqliteCompiler } from './sqlite-compiler.ts';
import { SqliteDriver } from './sqlite-driver.ts';

type Options = {
  /** Receives losses of idle connections, or the `UnsoundLog` after which nothing can be written. */
  onError?: (error: Error) => void;
  /** Receives the time of every query. */
  onQuery?: (milliseconds: number, failed: boolean) => void;
  /** Milliseconds that a write waits for another program writing to the SQLite file; five seconds unless told. */
  busyFor?: number;
};

/** Opens the site's database: `postgres://…`, or the path of a SQLite file. */
export function openDatabase(url: string, { onError = () => {}, onQuery, busyFor }: Options = {}) {
  const log: Logger | undefined =
    onQuery && (({ queryDurationMillis, level }) => onQuery(queryDurationMillis, level === 'error'));
  const timed = log ? { log } : {};
  if (dialectOf(url) === 'postgres') return new RetryingKysely<Schema>({ dialect: postgres(url, onError), ...timed });
  const driver = new SqliteDriver(url, { onError, busyFor });
  const db = new Kysely<Schema>({ dialect: sqlite(driver), ...timed });
  drivers.set(db, driver);
  return db;
}

const drivers = new WeakMap<Db, SqliteDriver>();

/** Replaces the SQLite file of an open database by synchronous work: queries see the old or the new one. */
export async function replaceUnder(db: Db, work: () => void) {
  const driver = drivers.get(db);
  if (!driver) throw new TypeError('not a SQLite database of openDatabase');
  await driver.replace(work);
}

function sqlite(driver: SqliteDriver): KyselyDialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LiteralSqliteCompiler(),
  };
}

/** node-postgres is loaded for the first query: a site on SQLite never needs it. */
function postgres(connectionString: string, onError: (error: Error) => void): KyselyDialect {
  const pool = async () => (await import('./postgres-client.ts')).openPool(connectionString, onError);
  return new PostgresDialect({ pool });
}

/** SQLite runs DDL in transactions too: a failed migration leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Keeps Kysely from letting every read wait for the open transaction; our driver queues writers itself. */
  override get supportsMultipleConnections() {
    return true;
  }
}

const deadlock = '40P01';
const attempts = 4;

/**
 * Reruns a transaction that PostgreSQL aborted by a deadlock, or that failed because a row it removes was referenced
 * meanwhile. Transactions must therefore be safe to run twice; effects wait in the outbox.
 */
class RetryingKysely<Schema> extends Kysely<Schema> {
  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) => again(() => execute(work));
    return builder;
  }
}

async function again<Result>(run: () => Promise<Result>, left = attempts): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isPassing = (error as { code?: string }).code === deadlock || isStillReferenced(error);
    if (left <= 1 || !isPassing) throw error;
    return again(run, left - 1);
  }
}
