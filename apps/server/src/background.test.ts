import { afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { BackgroundWork, createReplacing } from './background.ts';
import { createRedirects } from './content/redirects/redirects.ts';
import { Typeface } from './core/typeface/typeface.ts';
import { createVisits } from './core/visits/visits.ts';
import { WriteBarrier } from './platform/http/write-barrier.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { enqueue, Outbox } from './platform/outbox/outbox.ts';
import { pushInProcess } from './platform/push/push.ts';

type Db = Awaited<ReturnType<typeof testDatabase>>['db'];

const onError = (error: unknown) => expect.fail(String(error));

function backgroundOf(db: Db, outbox: Outbox) {
  const jobs = new Jobs({ db, jobs: [], onFailure: onError });
  const counted = { visits: createVisits({ db }), redirects: createRedirects({ db }), typeface: new Typeface(db) };
  return new BackgroundWork({ outbox, ...counted, jobs, onError });
}

afterEach(() => {
  vi.useRealTimers();
});

test('what a change queues is performed without waiting for the next round', async () => {
  const { db, close } = await testDatabase();
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] }); // no round comes by itself
  const performed: string[] = [];
  const outbox = new Outbox({ db, effects: { tell: async (name: string) => void performed.push(name) } });
  const background = backgroundOf(db, outbox);
  const writeBarrier = new WriteBarrier(() => background.runOutboxSoon());
  const queue = (name: string) =>
    writeBarrier.pass(() => db.transaction().execute((trx) => enqueue(trx, 'tell', name)));
  await queue('before the start');
  background.start();
  expect(performed).toEqual([]);

  await queue('first');
  await expect.poll(() => performed).toEqual(['before the start', 'first']);
  await queue('right after it');
  await new Promise((done) => setTimeout(done, 100));
  expect(performed).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  await expect.poll(() => performed).toHaveLength(3);
  await background.stop();
  await queue('after the end');
  expect(performed).toHaveLength(3);
  await close();
});

test('while one process replaces the site, the others refuse writes until it is done', async () => {
  const { db, close } = await testDatabase();
  const push = pushInProcess();
  const processes = [1, 2].map(() => {
    const writeBarrier = new WriteBarrier();
    const background = backgroundOf(db, new Outbox({ db, effects: {} }));
    return { writeBarrier, background, replacing: createReplacing({ db, push, writeBarrier, background }) };
  });
  const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]];
  const write = () => two.writeBarrier.pass(async () => 'written');
  const waits = { id: 'unavailable', message: expect.stringContaining('正在恢复备份') };

  await one.replacing.quiet(async () => await expect(write()).rejects.toMatchObject(waits));
  await expect(write()).resolves.toBe('written');
  await expect(one.replacing.quiet(() => Promise.reject(new Error('损坏')))).rejects.toThrow('损坏');
  await expect(write()).resolves.toBe('written');
  for (const { background } of processes) await background.stop();
  await close();
});
