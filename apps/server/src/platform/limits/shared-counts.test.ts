import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command, testDatabase } from '../../../test/database.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { SharedCounts } from './shared-counts.ts';

const minute = 60_000;

test('without an answer in time the shared count is undefined', async () => {
  const counts = new SharedCounts('postgres://nobody@127.0.0.1:1/none', 500);
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 5 }, () => counts.count('a', minute, 3)));
  expect(answers).toEqual(Array(5).fill(undefined));
  expect(await counts.count('a', minute, 3)).toBe(undefined);
  expect(performance.now() - begun).toBeLessThan(3000);
  await counts.close();
});

describe.runIf(process.env.TEST_DATABASE)('two processes that count together', () => {
  let store: Awaited<ReturnType<typeof testDatabase>>;
  let processes: SharedCounts[];

  beforeEach(async () => {
    store = await testDatabase();
    processes = [1, 2].map(() => new SharedCounts(store.url, 20_000));
  });
  afterEach(async () => {
    for (const one of processes) await one.close();
    await store.close();
  });
  const count = (n: number, name = 'a', milliseconds = minute, most = 1000) =>
    (processes[n % 2] as SharedCounts).count(name, milliseconds, most);

  test('concurrent calls get distinct counts', async () => {
    const counted = await Promise.all(Array.from({ length: 100 }, (_, n) => count(n)));
    const numbers = counted.map((one) => one?.current ?? 0).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(await count(0, 'b')).toMatchObject({ current: 1 });
  });

  test('the count restarts in both processes when the window is over', async () => {
    for (const n of [0, 1]) await count(n, 'a', 300);
    await setTimeout(400);
    expect([await count(0, 'a', 300), await count(1, 'a', 300)]).toMatchObject([{ current: 1 }, { current: 2 }]);
  });

  test('a call beyond the limit is refused without a query', async () => {
    for (let n = 0; n < 4; n++) await count(0, 'a', minute, 3);
    await store.db.schema.alterTable('callCounts').renameTo('away').execute();
    expect(await count(0, 'a', minute, 3)).toMatchObject({ current: 4 });
    await store.db.schema.alterTable('away').renameTo('callCounts').execute();
  });

  test('windows that are over are deleted, and of too many those with the fewest calls', async () => {
    await count(0, 'over', 1);
    for (const name of ['often', 'twice', 'once', 'often', 'twice', 'often']) await count(0, name);
    await setTimeout(20);
    await processes[0]?.sweep(2);
    const { rows } = await sql<{ name: string }>`select name from "callCounts" order by name`.execute(store.db);
    expect(rows.map(({ name }) => name)).toEqual(['often', 'twice']);
  });

  test('the limit of a call holds across two apps, to the last call', async () => {
    const apps = await Promise.all(processes.map(startApp));
    const ask = async (n: number) => (await apps[n % 2]?.inject({ url: '/limited' }))?.statusCode;
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
    expect(answers.filter((status) => status === 200)).toHaveLength(7);
    expect(answers.filter((status) => status === 429)).toHaveLength(23);
    for (const app of apps) await app.close();
  });

  test('without the table each app limits by itself, and nobody is locked out', async () => {
    await store.db.schema.alterTable('callCounts').renameTo('away').execute();
    const apps = await Promise.all(processes.map(startApp));
    const answers = [];
    for (let n = 0; n < 10; n++) answers.push((await apps[0]?.inject({ url: '/limited' }))?.statusCode);
    expect(answers).toEqual([...Array(7).fill(200), ...Array(3).fill(429)]);
    for (const app of apps) await app.close();
    await store.db.schema.alterTable('away').renameTo('callCounts').execute();
  });

  test('unlogged tables are not backed up', async () => {
    const { openSnapshot } = await import('../db/copies/copies.ts');
    const snapshot = await openSnapshot(store.url);
    const names = snapshot.tables.map(({ name }) => name);
    await snapshot.close();
    for (const name of ['callCounts', 'jobRuns', 'logLines', 'recentViews']) expect(names).not.toContain(name);
    await command(store.url, 'select hits from "callCounts"');
  });
});

async function startApp(counts: SharedCounts) {
  const app = Fastify();
  await limitCalls(app, counts);
  app.get('/limited', { config: { rateLimit: { max: 7, timeWindow: minute } } }, async () => 'ok');
  return app;
}
