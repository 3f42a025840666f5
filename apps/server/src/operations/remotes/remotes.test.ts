import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { adminRemotes } from '@mojian/contract/operations/remotes';
import type { Call } from '@mojian/contract/platform/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { hasWebdav, startWebdav, webdavAccount } from '../../../test/webdav.ts';
import { backUpOnSchedule } from '../backups/schedule.ts';
import { queueUploads, uploadDue } from './upload-due.ts';

const slow = { timeout: 300_000 };
const site = freshSite();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-elsewhere-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const remotes = () => site.office(site.owner).remotes;
const backups = () => site.office(site.owner).backups;
const add = (input: Partial<Call<typeof adminRemotes.add>['body']> = {}) =>
  remotes().add({ body: { kind: 'folder', url: folder, keep: 2, ...input } });
const there = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
const shown = async () => (await remotes().list())[0];

let now = Date.parse('2026-11-29T06:30:00+08:00');
const deps = () => ({ db: site.db, dataDir: site.dataDir, now: () => now });
const going = new AbortController().signal;
const uploads = () => uploadDue(deps(), going);

type Work = NonNullable<Awaited<ReturnType<ReturnType<typeof backups>['work']>>>;
const ended = () =>
  vi.waitFor(
    async () => {
      const work = await backups().work();
      if (!work || work.state === 'running') throw new Error('not yet');
      return work as Work;
    },
    { timeout: 100_000, interval: 30 },
  );
async function made() {
  await backups().start({ body: { kind: 'create' } });
  return (await ended()).name;
}
async function fetched(body: Call<typeof adminRemotes.fetch>['body']) {
  await remotes().fetch({ body });
  return ended();
}
const notices = async () =>
  (await site.db.selectFrom('notices').select(['title', 'text']).where('userId', '=', site.owner.id).execute()).map(
    ({ title, text }) => `${title}：${text}`,
  );

test('every scheduled backup that is proven is uploaded, encrypted, and the old ones go', slow, async () => {
  const { id } = await add({ passphrase: '三月里的小雨' });
  const onProven = queueUploads;
  for (let day = 0; day < 3; day++) {
    now = Date.now() + day * 86_400_000;
    vi.useFakeTimers({ now, toFake: ['Date'] });
    await site.change('backup', { every: 'day', keep: 7 });
    const source = { db: site.db, databaseUrl: site.url, dataDir: site.dataDir, siteUrl: site.siteUrl };
    await site.db
      .updateTable('backups')
      .set({ createdAt: now - 2 * 86_400_000 })
      .execute();
    if (day === 0)
      await site.db
        .insertInto('backups')
        .values({ name: '', reason: 'scheduled', createdAt: 1, provenAt: null })
        .execute();
    await backUpOnSchedule({ ...source, onProven, now: () => now }, going);
    await uploads();
    vi.useRealTimers();
    expect(await shown(), JSON.stringify(await site.db.selectFrom('backups').selectAll().execute())).toMatchObject({
      failure: '',
      waiting: '',
      isEncrypted: true,
    });
  }
  expect(await there()).toHaveLength(2);
  const listed = await remotes().files({ query: { id } });
  expect(listed).toEqual([
    expect.objectContaining({
      isEncrypted: true,
      pieces: 1,
      provenAt: expect.any(String),
      createdAt: expect.any(String),
    }),
    expect.objectContaining({ name: expect.stringMatching(/^mojian-\d{8}-\d{6}\.zip\.age$/) }),
  ]);
  expect(await there()).toEqual(listed.map(({ name }) => name).sort());
});

test('a site is restored from what lies elsewhere, and keeps what it knows of its places', slow, async () => {
  const { id } = await add({ passphrase: '三月里的小雨' });
  await site.writes({ title: '在备份里' });
  const name = await made();
  await remotes().upload({ body: { name } });
  now = Date.now() + 1000;
  await uploads();
  await rm(join(site.dataDir, 'backups', name));
  await site.writes({ title: '后来写的' });

  await remotes().change({ body: { id, passphrase: '换过的口令' } });
  const [file] = await remotes().files({ query: { id } });
  if (!file) throw new Error('nothing there');
  expect(await fetched({ id, name: file.name })).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('加密的口令不对'),
  });
  const work = await fetched({ id, name: file.name, passphrase: '三月里的小雨' });
  expect(work).toMatchObject({ state: 'done', name });
  expect((await backups().list()).backups).toMatchObject([{ name, reason: 'fetched', provenAt: null }]);
  await backups().start({ body: { kind: 'prove', name } });
  expect(await ended()).toMatchObject({ state: 'done' });
  await backups().start({ body: { kind: 'restore', name, confirm: '恢复' } });
  expect(await ended()).toMatchObject({ state: 'done' });
  const titles = await site.db.selectFrom('articles').select('title').execute();
  expect(titles).toEqual([{ title: '在备份里' }]);
  expect(await remotes().list()).toMatchObject([{ id, isEncrypted: true, lastUploadedAt: expect.any(String) }]);
  expect(await remotes().files({ query: { id } })).toMatchObject([{ provenAt: expect.any(String) }]);
});

test('no backup holds the places, their passwords or the passphrase', slow, async () => {
  await add({
    kind: 'webdav',
    url: 'https://dav.example/backups',
    username: 'shen',
    secret: 'geheimes-wort',
    passphrase: '三月里的小雨',
  });
  const bytes = await readFile(join(site.dataDir, 'backups', await made()));
  expect(bytes.includes('rows/backupRemotes.ndjson') || bytes.includes('rows/remoteBackups.ndjson')).toBe(false);
  const seen = JSON.stringify([await remotes().list(), await site.db.selectFrom('auditLog').selectAll().execute()]);
  expect(seen).not.toMatch(/geheimes|三月里/);
  expect(await shown()).toMatchObject({ target: 'dav.example/backups', hasSecret: true, isEncrypted: true });
});

test('what is damaged there is not brought back, and neither is a half', slow, async () => {
  const { id } = await add();
  const name = await made();
  const bytes = await readFile(join(site.dataDir, 'backups', name));
  await writeFile(join(folder, name), bytes.subarray(0, bytes.length / 2));
  await writeFile(join(folder, `${name}.01of02`), bytes);
  await writeFile(join(folder, `${name}.part`), bytes);
  await writeFile(join(folder, '别的文件.zip'), bytes);
  expect(await remotes().files({ query: { id } })).toMatchObject([{ name, provenAt: null }]);
  expect(await fetched({ id, name })).toMatchObject({ state: 'failed', failure: expect.stringContaining('不能用') });
  expect((await readdir(join(site.dataDir, 'backups'))).filter((one) => one.includes('fetched'))).toEqual([]);
  await expect(remotes().fetch({ body: { id: 99, name } })).rejects.toThrow('没有这个地方');
});

test('a failure is tried again with growing pauses, shown, and told once', slow, async () => {
  const { id } = await add({ name: '硬盘' });
  const name = await made();
  await rm(join(folder, '.mojian-backups'));
  await remotes().upload({ body: { name } });
  now = Date.now();
  for (const minutes of [0, 1, 5, 15]) {
    now += minutes * 60_000;
    await uploadDue(deps(), going);
    const { failure, waiting } = (await shown()) ?? {};
    expect({ failure, waiting }).toEqual({ failure: expect.stringContaining('没有挂载上'), waiting: name });
    await uploadDue({ ...deps(), now: () => now + 30_000 }, going);
  }
  const attempts = await site.db.selectFrom('remoteBackups').select('attempts').execute();
  expect(attempts).toEqual([{ attempts: 4 }]);
  expect(await notices()).toEqual([expect.stringContaining('备份没有抄到别处：硬盘：')]);

  await remotes().change({ body: { id, url: folder } });
  now = Date.now() + 1000;
  await uploads();
  expect(await shown()).toMatchObject({ failure: '', failingSince: null, waiting: '' });
  expect(await there()).toEqual([name]);
});

test('a passing failure is told after three attempts', slow, async () => {
  const name = await made();
  await add({ kind: 'webdav', url: 'http://127.0.0.1:1/dav', allowPrivate: true });
  await remotes().upload({ body: { name } });
  now = Date.now() + 1000;
  for (const minutes of [0, 1, 5]) {
    expect(await notices()).toEqual([]);
    now += minutes * 60_000;
    await uploads();
  }
  expect(await notices()).toEqual([expect.stringContaining('连不上 127.0.0.1:1')]);
});

test('a newer backup takes the place of one that waits, and a place that is off gets none', slow, async () => {
  const { id } = await add();
  await remotes().change({ body: { id, isOn: false } });
  const [first, second] = [await made(), await made()];
  await expect(remotes().upload({ body: { name: first } })).rejects.toThrow('还没有要抄去的地方');
  await remotes().change({ body: { id, isOn: true } });
  for (const name of [first, second]) await remotes().upload({ body: { name } });
  now = Date.now() + 1000;
  await uploads();
  expect(await there()).toEqual([second]);
  await expect(remotes().upload({ body: { name: 'mojian-1.zip' } })).rejects.toThrow('没有这份备份');
});

test('only what this site put there is removed by itself; the owner may remove more', slow, async () => {
  const { id } = await add({ keep: 1 });
  const other = 'mojian-20200101-000000.zip';
  await writeFile(join(folder, other), 'of another site');
  const names = [await made(), await made()];
  for (const name of names) {
    await remotes().upload({ body: { name } });
    now = Date.now() + 1000;
    await uploads();
  }
  expect(await there()).toEqual([other, names[1]]);
  await remotes().removeFile({ query: { id, name: other } });
  expect(await there()).toEqual([names[1]]);
  await expect(remotes().removeFile({ query: { id, name: '../x' } })).rejects.toThrow('那里没有这份备份');
  await remotes().remove({ query: { id } });
  expect(await there()).toEqual([names[1]]);
});

test('an upload that the end of the site cuts off begins anew', slow, async () => {
  await add({ passphrase: '三月里的小雨' });
  const name = await made();
  await appendFile(join(site.dataDir, 'backups', name), Buffer.alloc(150_000_000));
  await remotes().upload({ body: { name } });
  now = Date.now() + 1000;
  const stopping = new AbortController();
  const uploading = uploadDue(deps(), stopping.signal);
  while ((await there()).length === 0) await setTimeout(1);
  stopping.abort();
  await uploading;
  const left = await there();
  expect(left).toEqual([`${name}.age.part`]);
  expect(await shown()).toMatchObject({ failure: '', waiting: name });
  await uploads();
  expect(await there()).toEqual([`${name}.age`]);
});

test('a wrong address, account or passphrase is refused at its field', slow, async () => {
  const wrong: [Parameters<typeof add>[0], string, string][] = [
    [{ url: 'mnt/backup' }, '完整路径', 'url'],
    [{ url: '/nowhere/at/all' }, '没有 /nowhere/at/all 这个文件夹', 'url'],
    [{ url: join(site.dataDir, '.') }, '就在数据文件夹里', 'url'],
    [{ kind: 'webdav', url: 'http://10.0.0.5/dav' }, '这个地址在内网', 'url'],
    [{ kind: 'webdav', url: 'https://a:b@dav.example/' }, '不要写在地址里', 'url'],
    [{ kind: 'webdav', url: 'ftp://dav.example/' }, '请输入正确的文件夹的地址', 'url'],
    [{ kind: 'jianguoyun', url: 'https://dav.jianguoyun.com/dav/' }, '坚果云的地址形如', 'url'],
    [{ kind: 'jianguoyun', url: 'https://dav.jianguoyun.com/dav/x', username: 'a' }, '请输入应用密码', 'secret'],
    [{ kind: 's3', url: 'https://s3.example/bucket', secret: 'x' }, '请输入AccessKey ID', 'username'],
    [{ kind: 's3', url: 'https://s3.example/', username: 'a', secret: 'x' }, '地址形如', 'url'],
    [{ passphrase: 'short' }, '加密的口令太短', 'passphrase'],
    [{ keep: 0 }, '至少留一份', 'keep'],
  ];
  for (const [input, words, field] of wrong) {
    const refusal = await add(input).catch((error) => error);
    expect([words, refusal.message, refusal.field]).toEqual([words, expect.stringContaining(words), field]);
  }
  expect(await remotes().list()).toEqual([]);
});

test('a trial says what the place answers, and leaves nothing', slow, async () => {
  expect(await remotes().test({ body: { kind: 'folder', url: folder } })).toEqual({
    ok: true,
    text: expect.stringContaining('写进去、读回来、删除，都好'),
  });
  expect(await there()).toEqual([]);
  const nobody = { kind: 'webdav', url: 'http://127.0.0.1:1/', allowPrivate: true } as const;
  expect(await remotes().test({ body: nobody })).toMatchObject({ ok: false, text: expect.stringContaining('连不上') });
});

test.skipIf(!hasWebdav)(
  'what is changed of a stored place is tried with its password, on its own host only',
  slow,
  async () => {
    const dav = await startWebdav();
    try {
      const { id } = await add({ kind: 'webdav', url: dav.url, ...webdavAccount, allowPrivate: true });
      const trial = (change: object) => remotes().test({ body: { id, ...change } });
      expect(await trial({})).toMatchObject({ ok: true });
      expect(await trial({ url: `${dav.url}/deeper` })).toMatchObject({ ok: true });
      expect(await trial({ username: '别人' })).toMatchObject({
        ok: false,
        text: expect.stringContaining('账号或密码不对'),
      });
      const elsewhere = { url: `http://localhost:${dav.port}/dav/backups` };
      await expect(trial(elsewhere)).rejects.toMatchObject({
        field: 'secret',
        message: expect.stringContaining('换了主机'),
      });
      expect(await trial({ ...elsewhere, secret: webdavAccount.secret })).toMatchObject({ ok: true });
      await expect(trial({ allowPrivate: false })).rejects.toMatchObject({ field: 'url' });
      expect(await shown()).toMatchObject({
        target: dav.url.slice('http://'.length),
        username: webdavAccount.username,
      });
    } finally {
      await dav.stop();
    }
  },
);

test.skipIf(!hasWebdav)('a real WebDAV server is added, tried and used', slow, async () => {
  const dav = await startWebdav();
  try {
    const where = { kind: 'webdav', url: dav.url, ...webdavAccount, allowPrivate: true } as const;
    expect(await remotes().test({ body: { ...where, secret: 'wrong' } })).toMatchObject({
      ok: false,
      text: expect.stringContaining('账号或密码不对'),
    });
    expect(await remotes().test({ body: where })).toMatchObject({ ok: true });
    const { id } = await add({ ...where, passphrase: '三月里的小雨' });
    const name = await made();
    await remotes().upload({ body: { name } });
    now = Date.now() + 1000;
    await uploadDue({ ...deps(), largestFile: 4000 }, going);
    const [file] = await remotes().files({ query: { id } });
    expect(file).toMatchObject({ name: `${name}.age`, isEncrypted: true, provenAt: expect.any(String) });
    expect(file?.pieces).toBeGreaterThan(1);
    expect(await fetched({ id, name: `${name}.age` })).toMatchObject({ state: 'done' });
  } finally {
    await dav.stop();
  }
});
