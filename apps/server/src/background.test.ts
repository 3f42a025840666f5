import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { BackgroundWork, createReplacing } from './background.ts';
import { createRedirects } from './content/redirects/redirects.ts';
import { Typeface } from './core/typeface/typeface.ts';
import { createVisits } from './core/visits/visits.ts';
import { WriteBarrier } from './platform/http/write-barrier.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import { pushInProcess } from './platform/push/push.ts';

test('while one process replaces the site, the others refuse writes until it is done', async () => {
  const { db, close } = await testDatabase();
  const push = pushInProcess();
  const processes = [1, 2].map(() => {
    const writeBarrier = new WriteBarrier();
    const onError = (error: unknown) => expect.fail(String(error));
    const jobs = new Jobs({ db, jobs: [], onFailure: onError });
    const background = new BackgroundWork({
      outbox: new Outbox({ db, effects: {} }),
      visits: createVisits({ db }),
      redirects: createRedirects({ db }),
      typeface: new Typeface(db),
      jobs,
      onError,
    });
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
