import pg from 'pg';

/** Milliseconds until a database that does not answer counts as away. */
const reachedWithin = 5000;

/**
 * A connection whose loss is told to the queries on it and to whoever comes next, never to the process: node-postgres
 * emits `error` on every lost connection, in use or not, and an `error` without a listener ends Node.
 */
export class PostgresClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ keepAlive: true, connectionTimeoutMillis: reachedWithin, ...config });
    this.on('error', () => {});
  }
}

/** A connection of one's own, outside the pool. @throws the error of node-postgres when the database is away. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  return client;
}
