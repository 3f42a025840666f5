import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { localStorage } from '../storage/local-storage.ts';
import { healthRoutes, Readiness } from './health.ts';

async function serve(files: string) {
  const { db, close } = await testDatabase();
  const app = Fastify();
  healthRoutes(app, new Readiness({ db, storage: localStorage(files) }));
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject(url);
    return [statusCode, body];
  };
  return { db, ask, close };
}

test('a site with database and storage is ready, and its reply discloses nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-health-'));
  const site = await serve(folder);
  expect(await site.ask('/healthz')).toEqual([200, 'ok\n']);
  expect(await site.ask('/readyz')).toEqual([200, 'ok\n']);
  await site.close();
  await rm(folder, { recursive: true });
});

test('without its database a site is alive and not ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-health-'));
  const site = await serve(folder);
  await site.db.schema.alterTable('settings').renameTo('gone').execute();
  expect(await site.ask('/readyz')).toEqual([503, 'not ready\n']);
  expect(await site.ask('/healthz')).toEqual([200, 'ok\n']);

  await site.db.schema.alterTable('gone').renameTo('settings').execute();
  await expect.poll(() => site.ask('/readyz')).toEqual([200, 'ok\n']);
  await site.close();
  await rm(folder, { recursive: true });
});

test('without its storage a site is not ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-health-'));
  await writeFile(join(folder, 'files'), '');
  const site = await serve(join(folder, 'files', 'below'));
  expect(await site.ask('/readyz')).toEqual([503, 'not ready\n']);
  await site.close();
  await rm(folder, { recursive: true });
});
