import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BackgroundWork, createReplacing } from '../src/background.ts';
import { createRedirects } from '../src/content/redirects/redirects.ts';
import { Typeface } from '../src/core/typeface/typeface.ts';
import { createVisits } from '../src/core/visits/visits.ts';
import { Updates } from '../src/operations/system/updates.ts';
import { listProcesses } from '../src/platform/db/copies/site-lock.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { WriteBarrier } from '../src/platform/http/write-barrier.ts';
import { type Job, Jobs } from '../src/platform/jobs/jobs.ts';
import { SharedRuns } from '../src/platform/jobs/shared-runs.ts';
import { SharedLogs } from '../src/platform/logs/shared-logs.ts';
import { Outbox } from '../src/platform/outbox/outbox.ts';
import { pushByPostgres } from '../src/platform/push/push.ts';
import { freshSite } from './fresh-site.ts';

const onError = (error: unknown) => expect.fail(String(error));

/** State shared by the processes of one site, on PostgreSQL. */
describe.runIf(process.env.TEST_DATABASE)('two processes of one site', () => {
  const site = freshSite();
  let processes: Awaited<ReturnType<typeof startProcess>>[];
  const ran: string[] = [];
  let isHeld = false;

  beforeEach(async () => {
    ran.length = 0;
    isHeld = false;
    processes = [await startProcess('one:3001'), await startProcess('two:3002')];
  });
  afterEach(async () => {
    for (const one of processes) await one.close();
  });

  async function startProcess(name: string) {
    const db = openDatabase(site.url);
    const push = await pushByPostgres(site.url, () => {}, name);
    const work = async () => {
      ran.push(name);
      while (isHeld) await setTimeout(20);
    };
    const jobsToRun: Job[] = [
      { name: '每小时', everySeconds: 3600, run: work },
      { name: '坏事', everySeconds: 3600, run: () => Promise.reject(new Error('停电')) },
    ];
    const jobs = new Jobs({ db, jobs: jobsToRun, onFailure: () => {}, shared: new SharedRuns(db) });
    const background = new BackgroundWork({
      outbox: new Outbox({ db, effects: {} }),
      visits: createVisits({ db }),
      redirects: createRedirects({ db }),
      typeface: new Typeface(db),
      jobs,
      onError,
    });
    const writeBarrier = new WriteBarrier();
    const countOthers = async () => (await listProcesses(db)).length - 1;
    return {
      db,
      push,
      jobs,
      writeBarrier,
      background,
      logs: new SharedLogs(db, name),
      replacing: createReplacing({ db, push, writeBarrier, background, countOthers }),
      async close() {
        isHeld = false;
        await background.stop();
        await push.close();
        await db.destroy();
      },
    };
  }

  type Started = (typeof processes)[0];
  const both = () => processes as [Started, Started];

  test('a job runs in one of them, and both know how it went', async () => {
    const [one, two] = both();
    for (const { jobs } of [one, two]) jobs.start();
    await expect.poll(async () => (await two.jobs.list()).every(({ last }) => last)).toBe(true);
    for (const { jobs } of [one, two])
      expect(await jobs.list()).toMatchObject([
        { name: '每小时', isRunning: false, last: { failure: '' } },
        { name: '坏事', isRunning: false, last: { failure: '停电' } },
      ]);
    expect(ran).toHaveLength(1);
    expect((await one.jobs.list())[0]?.nextAt).toBeGreaterThan(Date.now() + 3_500_000);

    for (const { jobs } of [one, two]) await jobs.stop();
    for (const { jobs } of [one, two]) jobs.start();
    await setTimeout(300);
    expect(ran).toHaveLength(1);
  });

  test('a job that is run by hand in one is not begun in the other meanwhile, and afterwards it may be', async () => {
    const [one, two] = both();
    isHeld = true;
    await one.jobs.runNow('每小时');
    await expect(two.jobs.runNow('每小时')).rejects.toMatchObject({ id: 'already-done' });
    expect((await two.jobs.list())[0]).toMatchObject({ isRunning: true });
    isHeld = false;
    await expect.poll(async () => (await two.jobs.list())[0]?.isRunning).toBe(false);
    await two.jobs.runNow('每小时');
    await expect.poll(() => ran).toEqual(['one:3001', 'two:3002']);
  });

  test('a process that died holds its job for a minute only', async () => {
    const [one, two] = both();
    await new SharedRuns(one.db).claim('每小时', 0); // and never says that it ended
    await expect(two.jobs.runNow('每小时')).rejects.toMatchObject({ id: 'already-done' });
    await site.db
      .withTables<{ jobRuns: { name: string; heldUntil: number } }>()
      .updateTable('jobRuns')
      .set(({ eb }) => ({ heldUntil: eb('heldUntil', '-', 60_000) }))
      .execute();
    await two.jobs.runNow('每小时');
    await expect.poll(() => ran).toEqual(['two:3002']);
  });

  test('each knows who runs, and who has stopped', async () => {
    const names = async () => (await listProcesses(site.db)).map(({ name }) => name);
    expect(await names()).toEqual(['one:3001', 'two:3002']);
    await processes.pop()?.close();
    await expect.poll(names).toEqual(['one:3001']);
  });

  test('log lines of the other process are shown with its name', async () => {
    const [one, two] = both();
    const line = { at: Date.now(), level: 'error', text: '没做成', detail: '' } as const;
    for (const { logs } of [one, two]) {
      logs.add(line);
      await logs.flush();
    }
    expect(await one.logs.listOthers()).toMatchObject([{ process: 'two:3002', text: '没做成' }]);

    Object.assign(site.running, { shared: { name: 'one:3001', logs: one.logs, list: () => listProcesses(one.db) } });
    site.running.logs.write(JSON.stringify({ level: 50, time: line.at - 5, msg: '这里' }));
    const shown = await site.office(site.owner).system.logs({ query: { level: 'warn' } });
    expect(shown.map(({ process, text }) => [process, text])).toEqual([
      ['two:3002', '没做成'],
      ['one:3001', '这里'],
    ]);
    const { environment } = await site.office(site.owner).system.show();
    expect(environment.find(({ name }) => name === '进程')).toMatchObject({
      value: '2 个',
      about: 'one:3001、two:3002；这一页来自 one:3001',
    });
  });

  test('what one process learned of a newer version all show', async () => {
    const { newer, last } = { newer: '999.0.0', last: { newest: '999.0.0', checkedAt: 5, failure: '' } };
    await site.db
      .insertInto('settings')
      .values({ name: 'updateCheck', value: JSON.stringify(last) })
      .execute();
    for (const { db } of processes)
      expect(await new Updates(db).read()).toMatchObject({ newer, last: { checkedAt: 5 } });
  });

  test('a page served by one and reported to the other is one view', async () => {
    const visits = processes.map(({ db }) => createVisits({ db }));
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
    for (const one of visits) one.record({ address: '203.0.113.7', agent: chrome, path: '/archive' });
    visits[0]?.record({ address: '203.0.113.8', agent: chrome, path: '/archive' });
    await Promise.all(visits.map((one) => one.flush()));
    expect(await visits[0]?.totals()).toEqual({ siteAccess: 2, visitorAccess: 2 });
  });

  test('a restore begins once nothing writes in the other process, whose jobs rest until it is over', async () => {
    const [one, two] = both();
    for (const { background } of [one, two]) background.start();
    await expect.poll(async () => (await two.jobs.list()).every(({ last }) => last)).toBe(true);
    const order: string[] = [];
    const writing = two.writeBarrier.pass(async () => {
      await setTimeout(500);
      order.push('written');
    });
    await one.replacing.quiet(async () => {
      order.push('replaced');
      await expect(two.writeBarrier.pass(async () => {})).rejects.toMatchObject({ id: 'unavailable' });
      await expect(two.jobs.runNow('每小时')).rejects.toMatchObject({ id: 'unavailable' });
    });
    await writing;
    expect(order).toEqual(['written', 'replaced']);
    await expect.poll(() => two.writeBarrier.pass(async () => 'again').catch(() => '')).toBe('again');
    await two.jobs.runNow('每小时');
  });
});
