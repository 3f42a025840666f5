import { statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import postgresShort from './apps/server/test/postgres-short.json' with { type: 'json' };
import postgresWeekly from './apps/server/test/postgres-weekly.json' with { type: 'json' };
import journeys from './e2e/journeys.json' with { type: 'json' };
import { LongestFirst } from './test/longest-first.ts';

/** `npm run test:long`: everything in full. */
const isLong = process.env.TEST_LONG === '1';

/**
 * `npm test`: of the browser specs, those that walk through the whole site once; on PostgreSQL, the tests of what differs
 * there. Every push runs all of them beside it (`npm run test:browser`, `npm run test:api`; docs/decisions/037).
 */
const isShort = process.env.TEST_SHORT === '1';

/** SQLite waits for the disk at each commit; a folder in memory with 4 GB to spare has none to wait for. */
const memory = '/dev/shm';
if (!process.env.TMPDIR && hasRoom(memory)) process.env.TMPDIR = memory;

function hasRoom(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** A poll waits long: what comes late on a busy machine is no defect, and what never comes fails all the same. */
const limits = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
/**
 * Runs file after file in one process and loads the modules once: half the work. No test may leave state in them. A test
 * that needed a second try, as many processes or moments on a busy machine may, is named at the end of the check.
 */
const shared = { ...limits, retry: 1, isolate: false, setupFiles: ['test/same-cases.ts'] };
const server = ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'];

/** Excludes from PostgreSQL what stores nothing in the database. */
const withoutDatabase = [
  'apps/server/src/{core/covers,platform/{places,render,storage}}/**',
  'apps/server/src/platform/china-day.test.ts',
  'apps/server/src/operations/upgrade/download.test.ts',
  'apps/server/test/attacks.test.ts',
];

/**
 * Server tests meet PostgreSQL where they name it, do things at the same moment, search, or send statements that no other
 * test sends: together 95 % of all that any of them sends. The others (docs/decisions/037) follow in `npm run test:long`;
 * a file that is new or was moved is not among them.
 */
const sqliteOnly = isLong ? withoutDatabase : [...withoutDatabase, ...postgresWeekly];

export default defineConfig({
  test: {
    maxWorkers: 4, // a third of a server test is waiting: for a process, a timeout, a connection
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'units',
          include: ['packages/**/*.test.ts', 'apps/{web/app,admin/src}/**/*.test.ts', 'test/*.test.ts'],
        },
      },
      { test: { ...shared, name: 'sqlite', include: server } },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: isShort ? postgresShort : server,
          exclude: sqliteOnly,
          globalSetup: 'apps/server/test/postgres.ts',
          setupFiles: [...shared.setupFiles, 'apps/server/test/use-postgres.ts'],
        },
      },
      {
        test: {
          ...shared,
          testTimeout: 90_000, // two browsers and their sites share the cores
          name: 'browser',
          maxWorkers: 2, // browsers that share a core too closely miss their moments
          sequence: { groupOrder: 1 },
          include: isShort ? journeys : ['e2e/**/*.spec.ts'],
          globalSetup: ['apps/server/test/postgres.ts', 'e2e/first-sites.ts'],
        },
      },
    ],
  },
});
