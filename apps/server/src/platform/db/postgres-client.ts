import pg from 'pg';

/** Connection timeout in milliseconds. */
const reachedWithin = 5000;

/**
 * Reports a lost connection to its queries and to the next caller, never to the process: node-postgres emits `error` on
 * every lost connection, and an `error` without a listener ends Node.
 */
export class PostgresClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ keepAlive: true, connectionTimeoutMillis: reachedWithin, ...config });
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
