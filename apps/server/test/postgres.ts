import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
    /** Started for the tests, and gone with them. */
    postgresIsOurs: boolean;
  }
}

/** Starts a PostgreSQL of its own for the tests, or takes the one TEST_DATABASE names. */
export async function setup({ provide }: TestProject) {
  const input = process.env.TEST_DATABASE;
  provide('postgresIsOurs', !input);
  if (input) {
    provide('postgres', input);
    return;
  }
  const { url, stop } = await startPostgres();
  provide('postgres', url);
  return stop;
}
