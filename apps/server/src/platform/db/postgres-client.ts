import pg from 'pg';

/** Parses bigint as number: milliseconds and counts fit a double. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Connection timeout in milliseconds. */
const reachedWithin = 5000;
/** Silence in milliseconds after which the system probes a connection: a proxy may have dropped it without a word. */
const probedAfter = 10_000;

/**
 * Reports a lost connection to its queries and to the next caller, never to the process: node-postgres emits `error` on
 * every lost connection, and an `error` without a listener ends Node.
 */
export class PostgresClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: probedAfter,
      connectionTimeoutMillis: reachedWithin,
      ...config,
    });
    this.on('error', () => {});
  }
}

/**
 * Opens a connection outside the pool. `name`: under which the database lists it.
 * @throws the error of node-postgres when the database is unreachable
 */
export async function connectPostgres(url: string, name?: string): Promise<pg.Client> {
  const client = new PostgresClient({ connectionString: url, ...(name && { application_name: name }) });
  await client.connect();
  return client;
}

/** Timeout of waiting for a connection from the pool, in milliseconds. */
const turnWithin = 15_000;

/** The pool passes its timeout on to its clients, where it must not apply: it is for the queue, not for connecting. */
class PooledClient extends PostgresClient {
  constructor({ connectionTimeoutMillis: _turnWithin, ...config }: pg.ClientConfig = {}) {
    super(config);
  }
}

/** `onError` receives losses of idle connections. */
export function openPool(connectionString: string, onError: (error: Error) => void) {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: turnWithin, Client: PooledClient });
  pool.on('error', onError);
  return pool;
}
