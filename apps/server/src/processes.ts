import { hostname } from 'node:os';
import type { Config } from './platform/config.ts';
import { listProcesses } from './platform/db/copies/site-lock.ts';
import { dialectOf } from './platform/db/dialect.ts';
import type { Db } from './platform/db/schema.ts';
import { SharedRuns } from './platform/jobs/shared-runs.ts';
import { SharedLogs } from './platform/logs/shared-logs.ts';

/** State shared by the processes of one site. On SQLite there is one process, which shares nothing. */
export type Shared = Awaited<ReturnType<typeof openShared>>;

export async function openShared({ databaseUrl, port }: Pick<Config, 'databaseUrl' | 'port'>, db: Db) {
  const name = `${hostname()}:${port}`;
  if (dialectOf(databaseUrl) === 'sqlite') return { name, list: async () => [], countOthers: async () => 0, close };
  const { SharedCounts } = await import('./platform/limits/shared-counts.ts');
  const counts = new SharedCounts(databaseUrl);
  const logs = new SharedLogs(db, name);
  return {
    /** Name of this process, as the others see it. */
    name,
    counts,
    runs: new SharedRuns(db),
    logs,
    list: () => listProcesses(db),
    countOthers: async () => (await listProcesses(db)).length - 1,
    /** Before the database is closed. */
    async close() {
      await logs.flush();
      await counts.close();
    },
  };
}

async function close() {}
