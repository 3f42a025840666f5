// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the root package
import { defineConfig } from 'vitest/config';

const tests = { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 30_000 };

/** What keeps nothing in the database is tested once. */
const withoutDatabase = ['src/covers/**', 'src/storage/**', 'src/china-day.test.ts'];

/** The same tests on both databases. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...tests, name: 'sqlite' } },
      {
        test: {
          ...tests,
          name: 'postgres',
          exclude: withoutDatabase,
          globalSetup: 'test/postgres.ts',
          setupFiles: 'test/use-postgres.ts',
        },
      },
    ],
  },
});
