import { hotTypes } from '@mojian/contract/pages/hot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';
import { prepareArticle, writeArticle } from '../../content/articles/save-article.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { chinaTime } from '../../platform/dates.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let release: () => void;
let runs: number;

beforeEach(async () => {
  runs = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  const slow = async () => {
    runs++;
    await promise;
  };
  const broken = async () => {
    throw new Error('连不上 postgres://mojian:hunter2@db.example/x');
  };
  site = await testSite({
    jobs: [
      { name: '慢事', everySeconds: 3600, run: slow },
      { name: '坏事', everySeconds: 60, run: broken },
    ],
  });
});
afterEach(async () => {
  release();
  await site.running.jobs.stop();
  await site.close();
});

const office = () => site.office(site.owner);
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(({ act, subject }) =>
    `${act} ${subject}`.trim(),
  );

async function becomes(role: 'admin' | 'demo') {
  await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
  return site.office(site.ming);
}

async function maintain(maintenance: boolean) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'system', { maintenance }));
  forgetSettings(site.db);
}

test('a job runs on request, and not twice at once', async () => {
  const job = async () => (await office().jobs.list()).jobs.find(({ name }) => name === '慢事');
  expect(await job()).toMatchObject({ everySeconds: 3600, isRunning: false, last: null, nextAt: null });
  await office().jobs.run({ body: { name: '慢事' } });
  expect(await job()).toMatchObject({ isRunning: true });
  await expect(office().jobs.run({ body: { name: '慢事' } })).rejects.toMatchObject({ id: 'already-done' });
  expect(runs).toBe(1);

  release();
  await expect.poll(job).toMatchObject({ isRunning: false, last: { failure: '' } });
  await expect(office().jobs.run({ body: { name: '没有的' } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await acts()).toEqual(['jobs.run 慢事']);
});

test('failures of a job are stored without passwords', async () => {
  await office().jobs.run({ body: { name: '坏事' } });
  const failure = '连不上 postgres://••••@db.example/x';
  await expect.poll(async () => (await office().jobs.list()).failures).toMatchObject([{ name: '坏事', failure }]);
  expect((await office().jobs.list()).jobs[1]).toMatchObject({ last: { failure } });
});

test('jobs start with the site and have a next run time', async () => {
  site.running.jobs.start();
  const [slow] = (await office().jobs.list()).jobs;
  expect(slow).toMatchObject({ isRunning: true });
  expect(Date.parse(slow?.nextAt ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
});

test('while writes are paused no job runs or is scheduled; afterwards they continue', async () => {
  const { jobs } = site.running;
  const rows = async () =>
    (await office().jobs.list()).jobs.map(({ isRunning, nextAt }) => [isRunning, nextAt !== null]);
  jobs.start();
  await expect.poll(rows).toEqual([
    [true, true],
    [false, true],
  ]);
  let hasStopped = false;
  const stopped = jobs.stop().then(() => {
    hasStopped = true;
  });
  expect(hasStopped).toBe(false);
  await expect(office().jobs.run({ body: { name: '坏事' } })).rejects.toMatchObject({
    id: 'unavailable',
    message: '定时任务已暂停，请稍后再试',
  });
  expect(await acts()).toEqual([]);
  release();
  await stopped;
  expect([runs, await rows()]).toEqual([
    1,
    [
      [false, false],
      [false, false],
    ],
  ]);

  jobs.start();
  expect((await rows()).map(([, isPromised]) => isPromised)).toEqual([true, true]);
  await expect.poll(() => runs).toBe(2);
  await expect.poll(rows).toEqual([
    [false, true],
    [false, true],
  ]);
  await office().jobs.run({ body: { name: '慢事' } });
  await expect.poll(() => runs).toBe(3);
});

async function entries() {
  const write = (kind: string, attempts: number, failure: string | null) =>
    site.db
      .insertInto('outbox')
      .values({ kind, payload: '{"code":"123456"}', attempts, dueAt: Date.now() + 1e6, failure })
      .returning('id')
      .executeTakeFirstOrThrow();
  return {
    waiting: (await write('send-mail', 0, null)).id,
    failing: (await write('send-mail', 3, 'Error: 对方不在')).id,
    over: (await write('tell-baidu', 12, 'Error: token=abc')).id,
  };
}

test('the outbox lists pending and failed entries with the reason, without their payload', async () => {
  const { over, failing, waiting } = await entries();
  const all = await office().outbox.list({ query: {} });
  expect(all.records).toMatchObject([
    { id: over, state: 'given-up', dueAt: null, failure: 'token=••••' },
    { id: failing, state: 'failing', attempts: 3, failure: '对方不在' },
    { id: waiting, state: 'waiting', failure: '' },
  ]);
  expect(JSON.stringify(all)).not.toContain('123456');
  const failed = await office().outbox.list({ query: { state: 'failing', kind: 'send-mail' } });
  expect(failed.records.map(({ id }) => id)).toEqual([failing]);
});

test('failed effects are retried or dropped; pending and finished ones are refused', async () => {
  const { over, failing, waiting } = await entries();
  const retried = await office().outbox.act({ body: { ids: [over, waiting, 999], act: 'retry' } });
  expect(retried).toEqual({
    done: 1,
    failed: [
      { id: waiting, why: '正在等待执行，不用重试' },
      { id: 999, why: '已经执行完了' },
    ],
  });
  const row = await site.db.selectFrom('outbox').selectAll().where('id', '=', over).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ attempts: 0 });
  expect(row.dueAt).toBeLessThanOrEqual(Date.now());

  await office().outbox.act({ body: { ids: [failing], act: 'drop' } });
  expect((await office().outbox.list({ query: {} })).total).toBe(2);
  expect(await acts()).toEqual([`outbox.retry outbox:${over}`, `outbox.drop outbox:${failing}`]);
});

test('a stored mail is shown to the owner alone, as it may contain a code', async () => {
  const mail = { recipient: 'lin@mail.example', subject: '你的验证码', text: '123456', html: '', createdAt: 1000 };
  const { id } = await site.db.insertInto('keptMails').values(mail).returning('id').executeTakeFirstOrThrow();
  const admin = await becomes('admin');
  const { records } = await admin.outbox.letters({ query: {} });
  expect(records).toEqual([
    { id, subject: '你的验证码', recipient: 'l•••@mail.example', createdAt: '1970-01-01T00:00:01.000Z' },
  ]);
  await expect(admin.outbox.letter({ query: { id } })).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await office().outbox.letter({ query: { id } })).toMatchObject({ text: '123456' });
  await expect(office().outbox.letter({ query: { id: id + 1 } })).rejects.toMatchObject({ id: 'not-found' });
});

test('the demo account sees mails and failures without personal data', async () => {
  const { failing } = await entries();
  const mail = {
    recipient: 'lin@mail.example',
    subject: '小林，你的验证码',
    text: '123456',
    html: '',
    createdAt: 1000,
  };
  const { id } = await site.db.insertInto('keptMails').values(mail).returning('id').executeTakeFirstOrThrow();
  const { outbox } = await becomes('demo');
  const [mails, shown] = [await outbox.letters({ query: {} }), await outbox.list({ query: {} })];
  expect(mails.records).toMatchObject([{ id, recipient: '•••', subject: '•••' }]);
  expect([shown.total, JSON.stringify([mails, shown])]).toEqual([3, expect.not.stringMatching(/小林|@|对方/)]);
  await expect(outbox.letter({ query: { id } })).rejects.toMatchObject({ id: 'not-allowed' });
  for (const act of ['retry', 'drop'] as const)
    await expect(outbox.act({ body: { ids: [failing], act } })).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await office().outbox.list({ query: {} })).total).toBe(3);
});

test('the environment is shown without secrets', async () => {
  Object.assign(site.running.config, {
    smtpUrl: 'smtps://lin:hunter2@smtp.example:465',
    storageUrl: 's3://key:hunter2@s3.example/bucket',
  });
  const { environment, version } = await office().system.show();
  expect(version).toMatch(/^\d/);
  expect(environment).toContainEqual({ name: 'SMTP_URL', value: 'smtp.example:465', about: '寄信的服务器' });
  expect(JSON.stringify(environment)).not.toMatch(/hunter2|key:/);
});

test('the log is shown from a level on; the demo account sees no details', async () => {
  const line = { time: 1000, pid: 1, hostname: 'h' };
  site.running.logs.write(JSON.stringify({ ...line, level: 30, msg: '起来了' }));
  site.running.logs.write(JSON.stringify({ ...line, level: 50, msg: '没做成', err: { stack: '在这里' } }));
  const lines = await office().system.logs({ query: { level: 'warn' } });
  expect(lines).toMatchObject([{ level: 'error', text: '没做成', detail: '在这里' }]);
  const demo = await becomes('demo');
  expect(await demo.system.logs({ query: { text: '没做' } })).toMatchObject([{ text: '没做成', detail: '' }]);
});

test('clearing the page cache drops every page of every process', async () => {
  await office().system.clearPages();
  const rows = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(rows).toEqual([{ kind: 'drop-pages', payload: '{"tags":["*"]}' }]);
  expect(await acts()).toEqual(['system.clear-pages']);
});

test('rebuilding the search finds missing articles again and drops deleted ones', async () => {
  const [stored, gone] = [await site.writes({ title: '山茱萸' }), await site.writes({ title: '山茱萸谢了' })];
  await site.db.transaction().execute((trx) => site.search.remove(trx, stored));
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', gone).execute();
  expect((await office().system.show()).search).toEqual({ indexed: 1, articles: 1 });

  expect(await office().system.rebuildSearch()).toEqual({ indexed: 1 });
  expect(await site.search.numbers(site.db)).toEqual([stored]);
  expect((await site.search.find(site.db, '山茱萸', { limit: 9, offset: 0 })).ids).toEqual([stored]);
});

test('an article that is saved while the search is rebuilt is found as it is, not as it was', async () => {
  const id = await site.writes({ title: '山茱萸' });
  const input = {
    authorId: site.lin.id,
    title: '谷雨',
    markdown: '雨水。',
    state: 'published',
    publishedAt: 1,
  } as const;
  const ready = await prepareArticle(site, input);
  const [, rebuilt] = await atOnce(
    site,
    (trx) => writeArticle(trx, site.search, ready, { id }),
    () => office().system.rebuildSearch(),
  );
  expect(rebuilt).toMatchObject({ value: { indexed: 1 } });
  const found = async (words: string) => (await site.search.find(site.db, words, { limit: 9, offset: 0 })).ids;
  expect([await found('谷雨'), await found('山茱萸')]).toEqual([[id], []]);
});

test('health reports database, outbox, search and mail', async () => {
  await entries();
  await site.writes();
  const { signs } = await office().overview.health();
  const reported = Object.fromEntries(signs.map(({ name, ...sign }) => [name, sign]));
  expect(reported).toMatchObject({
    数据库: { text: expect.stringMatching(/^[\d.]+ [KMG]B，写入 [\d.]+ 毫秒$/) },
    发件箱: { state: 'bad', text: '1 件不再重试', advice: expect.stringContaining('到「发件箱」里') },
    邮件: { state: 'warn' },
    检索: { state: 'ok', text: '1 篇，与正文一致' },
    备份: { state: 'warn', text: '还没有试恢复过的备份' },
    定时任务: { state: 'ok', text: '2 个任务，都正常' },
  });
  expect(signs).toHaveLength(10);
  expect(signs.filter(({ state, advice }) => (state === 'ok') !== (advice === ''))).toEqual([]);
  expect(await site.db.selectFrom('limits').select('name').where('name', 'like', 'health:%').execute()).toEqual([]);
});

test('health names the jobs that failed, the mail server that was chosen, and the last backup that was proven', async () => {
  await office().jobs.run({ body: { name: '坏事' } });
  const createdAt = Date.now() - 3_600_000;
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'mail', { host: 'smtp.example', from: 'a@b.example' }));
  forgetSettings(site.db);
  await site.db
    .insertInto('backups')
    .values({ name: 'a.zip', reason: 'scheduled', createdAt, provenAt: createdAt })
    .execute();
  const sign = async (name: string) => (await office().overview.health()).signs.find((one) => one.name === name);
  await expect.poll(() => sign('定时任务')).toMatchObject({ state: 'warn', text: '失败：坏事' });
  expect(await sign('邮件')).toMatchObject({ state: 'ok', text: '由 smtp.example 寄出' });
  expect(await sign('备份')).toMatchObject({ state: 'ok', text: `${chinaTime(createdAt)}，试恢复过` });
});

test('in maintenance everybody reads, the staff writes, and others get a message', async () => {
  const say = { body: { text: '到此一游', nickname: '客' } } as never;
  await maintain(true);
  const reported = { id: 'maintenance', message: '本站正在维护，现在只能阅读，请稍后再来' };
  await expect(site.as(null).board.post(say)).rejects.toMatchObject(reported);
  await expect(site.as(site.lin).signIns.sign()).rejects.toMatchObject(reported);
  expect(await site.db.selectFrom('signIns').selectAll().execute()).toEqual([]);
  expect((await site.as(null).site.info()).data.maintenance).toBe(reported.message);
  await site.as(site.owner).signIns.sign();

  // staff must be able to log in
  const login = { email: 'nobody@mail.example', password: 'wrong' } as never;
  await expect(site.as(null).accounts.emailLogin({ body: login })).rejects.not.toMatchObject({ id: 'maintenance' });

  await maintain(false);
  await site.as(site.lin).signIns.sign();
  expect((await site.as(null).site.info()).data.maintenance).toBe('');
});

test('the sources of hot search show their last answer: not asked, failed, answered', async () => {
  const sign = async () => (await office().overview.health()).signs.find(({ name }) => name === '热搜来源');
  expect(await sign()).toMatchObject({ state: 'ok', text: expect.stringContaining('还没有获取过') });

  await site.db.transaction().execute((trx) => saveSettings(trx, 'hot', { base: 'http://127.0.0.1:1' }));
  forgetSettings(site.db);
  for (const type of hotTypes) await site.as(null).hot.list({ query: { type } });
  expect(await sign()).toMatchObject({
    state: 'bad',
    text: expect.stringContaining(`获取 ${hotTypes.length} 个来源，都没有响应`),
  });

  const copy = { items: '[]', fetchedAt: Date.now() + 1000 };
  await site.db
    .insertInto('hotCopies')
    .values({ source: 'weibo', ...copy })
    .execute();
  expect(await sign()).toMatchObject({ state: 'warn', text: expect.stringMatching(/1 个有响应；没有响应的是/) });
});
