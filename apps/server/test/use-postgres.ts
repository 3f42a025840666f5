import { afterAll, inject } from 'vitest';
import { removeEmptied } from './database.ts';

process.env.TEST_DATABASE = inject('postgres');

// one started for the tests goes with all it holds: its databases serve the next test file
if (!inject('postgresIsOurs')) afterAll(removeEmptied);
