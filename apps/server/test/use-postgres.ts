import { afterAll, inject } from 'vitest';
import { removeEmptied } from './database.ts';

process.env.TEST_DATABASE = inject('postgres');

afterAll(removeEmptied);
