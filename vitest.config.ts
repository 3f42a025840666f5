import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 30_000, hookTimeout: 60_000 };
const server = ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...slow,
          name: 'units',
          include: ['packages/**/*.test.ts', 'apps/web/app/**/*.test.ts', 'test/*.test.ts'],
        },
      },
      { test: { ...slow, name: 'sqlite', include: server } },
      { test: { ...slow, name: 'postgres', include: server, globalSetup: 'apps/server/test/postgres.ts' } },
      { test: { ...slow, name: 'browser', include: ['e2e/**/*.spec.ts'], fileParallelism: false } },
    ],
  },
});
