import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { Behind, replacingOf } from './behind.ts';
import { createVisits } from './core/visits/visits.ts';
import { Gate } from './platform/http/gate.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import { pushInProcess } from './platform/push/push.ts';

test('while one process replaces the site the others let nobody write, and after it they do', async () => {
  const { db, close } = await testDatabase();
  const push = pushInProcess();
  const processes = [1, 2].map(() => {
    const gate = new Gate();
    const onError = (error: unknown) => expect.fail(String(error));
    const jobs = new Jobs({ db, jobs: [], onFailure: onError });
    const behind = new Behind({ outbox: new Outbox({ db, effects: {} }), visits: createVisits({ db }), jobs, onError });
    return { gate, behind, replacing: replacingOf({ db, push, gate, behind }) };
  });
  const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]];
  const write = () => two.gate.pass(async () => 'written');
  const waits = { id: 'unavailable', message: expect.stringContaining('正在恢复备份') };

  await one.replacing.quiet(async () => await expect(write()).rejects.toMatchObject(waits));
  await expect(write()).resolves.toBe('written');
  await expect(one.replacing.quiet(() => Promise.reject(new Error('损坏')))).rejects.toThrow('损坏');
  await expect(write()).resolves.toBe('written');
  for (const { behind } of processes) await behind.stop();
  await close();
});
