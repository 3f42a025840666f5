import {
  Kysely,
  type Dialect as KyselyDialect,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { dialectOf } from './dialect.ts';
import { PostgresClient } from './postgres-client.ts';
import { RetryingKysely } from './retrying.ts';
import type { Db, Schema } from './schema.ts';
import { SqliteDriver } from './sqlite-driver.ts';

/** bigint columns hold milliseconds and counts, both well inside a double. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Opens the site's database: `postgres://…`, or the path of a SQLite file. `onError` hears of lost idle connections. */
export function openDatabase(url: string, onError: (error: Error) => void = () => {}) {
  if (dialectOf(url) === 'postgres') return new RetryingKysely<Schema>({ dialect: postgres(url, onError) });
  const driver = new SqliteDriver(url);
  const db = new Kysely<Schema>({ dialect: sqlite(driver) });
  drivers.set(db, driver);
  return db;
}

const drivers = new WeakMap<Db, SqliteDriver>();

/** Has a SQLite file replaced under an open database by work that does not wait: queries see the old or the new one. */
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
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Milliseconds for who stands in line for a connection of a busy site. */
const turnWithin = 15_000;

/** The pool hands its own time limit to its clients: it is for standing in line, not for reaching the database. */
class PooledClient extends PostgresClient {
  constructor({ connectionTimeoutMillis: _turnWithin, ...config }: pg.ClientConfig = {}) {
    super(config);
  }
}

function postgres(connectionString: string, onError: (error: Error) => void): KyselyDialect {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: turnWithin, Client: PooledClient });
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}

/** SQLite changes tables inside a transaction as well: a migration that fails leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Or Kysely would let every read wait for the open transaction: our driver itself makes writers take turns. */
  override get supportsMultipleConnections() {
    return true;
  }
}
