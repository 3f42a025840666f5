import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a relative data folder lies in the project, whatever the current folder', () => {
  const project = resolve(import.meta.dirname, '../../../..');
  expect(existsSync(resolve(project, 'package-lock.json'))).toBe(true);
  const before = process.cwd();
  process.chdir('/');
  try {
    expect(readConfig({}).dataDir).toBe(resolve(project, 'data'));
    expect(readConfig({ DATA_DIR: 'elsewhere' }).databaseUrl).toBe(resolve(project, 'elsewhere/mojian.db'));
    expect(readConfig({ DATA_DIR: '/srv/mojian' }).dataDir).toBe('/srv/mojian');
  } finally {
    process.chdir(before);
  }
});
