import { afterAll, inject } from 'vitest';
import { removeEmptied } from './database.ts';

process.env.TEST_DATABASE = inject('postgres');

// a server started for the tests is deleted whole: its databases serve the next test file
if (!inject('postgresIsOurs')) afterAll(removeEmptied);
