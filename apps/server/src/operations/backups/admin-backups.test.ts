import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { expect, test, vi } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';
import { tryLock } from '../../platform/file-lock.ts';
import { Calls } from '../../platform/http/calls.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { routes } from './admin-backups.routes.ts';

/** Whole databases are made and filled: on a busy machine that takes its time. */
const slow = { timeout: 300_000 };

const site = freshSite();

const office = () => site.office(site.owner).backups;
type Requested = Parameters<ReturnType<typeof office>['start']>[0]['body'];

/** Begins a work and waits for its end. */
async function work(requested: Requested) {
  await office().start({ body: requested });
  return vi.waitFor(
    async () => {
      const now = await office().work();
      if (!now || now.state === 'running') throw new Error(`still at ${now?.step}`);
      return now;
    },
    { timeout: 100_000, interval: 30 },
  );
}
const backUp = async () => (await work({ kind: 'create' })).name;
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['actor', 'act', 'subject']).orderBy('id').execute()).map(
    ({ actor, act, subject }) => `${actor} ${act} ${subject}`,
  );
const folder = async () =>
  (await readdir(join(site.dataDir, 'backups'))).filter((name) => !name.startsWith('.')).sort();

/** Sends bytes up as the screen does, `size` at a time. */
async function send(bytes: Uint8Array, { size = 4 * 1024 * 1024, id = 'upload-12345' } = {}) {
  let answer: Envelope | undefined;
  for (let from = 0; from < bytes.length; from += size)
    answer = await sendPiece(bytes.subarray(from, from + size), { id, from, total: bytes.length });
  return answer as Envelope & { data: { received: number; name: string } };
}
async function sendPiece(bytes: Uint8Array, { id, from, total }: { id: string; from: number; total: number }) {
  const form = await formOf({ name: 'backup.zip', bytes });
  const headers = { ...form.headers, authorization: tokenOf(site.owner) };
  const url = `/v1/admin/backups/upload?id=${id}&from=${from}&total=${total}`;
  return JSON.parse((await site.app.inject({ method: 'POST', url, ...form, headers })).body) as Envelope;
}

test('a backup is made, listed, verified, downloaded once and removed, and each act is audited', slow, async () => {
  expect(await office().work()).toBeNull();
  expect((await office().list()).backups).toEqual([]);
  const name = await backUp();
  expect(await office().list()).toMatchObject({
    backups: [{ name, reason: 'manual', provenAt: null, missing: 0 }],
    proven: null,
    dialect: site.dialect,
  });
  expect(await work({ kind: 'prove', name })).toMatchObject({ state: 'done', failure: '' });
  expect(await office().list()).toMatchObject({ backups: [{ provenAt: expect.any(String) }], proven: { name } });

  const { url } = await office().download({ body: { name } });
  const [first, second] = await Promise.all([site.app.inject({ url }), site.app.inject({ url })]);
  const [sent, refused] = first.statusCode === 200 ? [first, second] : [second, first];
  expect(sent.headers).toMatchObject({
    'content-disposition': `attachment; filename="${name}"`,
    'content-length': String(sent.rawPayload.length),
    'cache-control': 'no-store',
  });
  expect(sent.rawPayload.equals(await readFile(join(site.dataDir, 'backups', name)))).toBe(true);
  expect([refused.statusCode, refused.body]).toEqual([404, expect.stringContaining('用过或已过期')]);

  await office().remove({ query: { name } });
  expect(await folder()).toEqual([]);
  expect((await office().list()).proven).toBeNull();
  expect(await acts()).toEqual(['create', 'prove', 'download', 'remove'].map((act) => `站长 backups.${act} ${name}`));
});

test('a proof is recorded with the file that is there, not with one that had its name', slow, async () => {
  const name = await backUp();
  const [record] = await site.db.selectFrom('backups').selectAll().execute();
  if (!record) throw new Error('no record');
  const { id, ...row } = record;
  await site.db
    .insertInto('backups')
    .values({ ...row, reason: 'uploaded', createdAt: row.createdAt - 1 })
    .execute();
  expect(await work({ kind: 'prove', name })).toMatchObject({ state: 'done' });
  expect((await office().list()).backups).toMatchObject([{ name, reason: 'uploaded', provenAt: expect.any(String) }]);
  const stale = site.db.selectFrom('backups').select('provenAt').where('id', '=', id);
  expect(await stale.executeTakeFirst()).toEqual({ provenAt: null });
});

test('another process shows the progress and starts no second run', slow, async () => {
  const other = new Calls();
  const { db, storage, siteUrl, dataDir, url: databaseUrl, replacing } = site;
  routes(other.serve, { db, storage, siteUrl, dataDir, databaseUrl, replacing });
  const caller = { viewer: site.owner } as Caller;
  const ask = async () => (await other.answer('GET /v1/admin/backups/work', {}, caller)).envelope.data;
  expect(await ask()).toBeNull();
  const name = await backUp();
  await expect.poll(ask).toMatchObject({ kind: 'create', state: 'done', name });

  const reported = join(site.dataDir, 'backups', '.work');
  const running = {
    ...(await office().work()),
    state: 'running',
    startedAt: new Date(Date.now() + 1000).toISOString(),
  };
  await writeFile(reported, JSON.stringify({ work: running, toldAt: Date.now() }));
  expect(await office().work()).toMatchObject({ state: 'running' });
  await expect(office().start({ body: { kind: 'create' } })).rejects.toMatchObject({ id: 'already-done' });
  await expect(office().remove({ query: { name } })).rejects.toMatchObject({ id: 'already-done' });
  await writeFile(reported, JSON.stringify({ work: running, toldAt: Date.now() - 16_000 }));
  expect(await office().work(), 'of a process that is gone nothing is told').toMatchObject({ state: 'done', name });
  const yesterday = Date.now() - 25 * 3_600_000;
  await writeFile(reported, JSON.stringify({ work: { ...running, state: 'failed' }, toldAt: yesterday }));
  expect(await ask()).toBeNull();
});

test('a dry run reports what would change and changes nothing', slow, async () => {
  const name = await backUp();
  await site.writes();
  const { preview, state } = await work({ kind: 'preview', name });
  expect(state).toBe('done');
  expect(preview?.tables).toContainEqual({ name: 'articles', now: 1, later: 0 });
  expect(preview?.tables).toContainEqual({ name: 'users', now: 3, later: 3 });
  expect(await site.db.selectFrom('articles').select('id').execute()).toHaveLength(1);
  expect(await acts()).toEqual([`站长 backups.create ${name}`]);
});

test(
  'a restore needs the confirmation word, backs up the present site, and is audited in the restored one',
  slow,
  async () => {
    const stored = await site.writes({ title: '留下' });
    const name = await backUp();
    const next = await site.writes({ title: '之后' });
    await expect(office().start({ body: { kind: 'restore', name, confirm: '好' as never } })).rejects.toMatchObject({
      message: '请输入「恢复」两个字',
      field: 'confirm',
    });
    const { state, safety } = await work({ kind: 'restore', name, confirm: '恢复' });
    expect(state).toBe('done');
    await expect(site.as(null).articles.info({ query: { id: stored } })).resolves.toMatchObject({ title: '留下' });
    await expect(site.as(null).articles.info({ query: { id: next } })).rejects.toMatchObject({ id: 'not-found' });
    expect((await office().list()).backups.map(({ name, reason }) => [name, reason]).sort()).toEqual(
      [
        [name, 'manual'],
        [safety, 'restore'],
      ].sort(),
    );
    expect(await acts()).toEqual([`站长 backups.restore ${name}`]);
  },
);

test('during a restore reads work and writes are refused with a retry time', async () => {
  const id = await site.writes();
  let end = () => {};
  const restoring = site.writeBarrier.runExclusive(() => new Promise<void>((done) => (end = done)));
  await expect(site.as(null).articles.info({ query: { id } })).resolves.toMatchObject({ title: '春天' });
  for (const write of [
    () => site.as(site.ming).articles.like({ query: { articleId: id } }),
    () => site.as(null).board.post({ body: { text: '你好' } }),
    () => office().start({ body: { kind: 'create' } }),
  ])
    await expect(write()).rejects.toMatchObject({
      id: 'unavailable',
      message: expect.stringContaining('正在恢复备份'),
    });
  end();
  await restoring;
  await site.as(site.ming).articles.like({ query: { articleId: id } });
});

test('a restore waits for writes under way', async () => {
  const order: string[] = [];
  let finish = () => {};
  const writing = site.writeBarrier.pass(async () => {
    await new Promise<void>((done) => {
      finish = done;
    });
    order.push('written');
  });
  const quiet = site.writeBarrier.runExclusive(async () => void order.push('quiet'));
  finish();
  await Promise.all([writing, quiet]);
  expect(order).toEqual(['written', 'quiet']);
});

test('a backup is uploaded in parts, resumes after a lost answer, and can be restored', slow, async () => {
  const name = await backUp();
  const bytes = await readFile(join(site.dataDir, 'backups', name));
  await office().remove({ query: { name } });
  const half = Math.floor(bytes.length / 2);
  const id = 'upload-again';
  const piece = (from: number, to: number) => sendPiece(bytes.subarray(from, to), { id, from, total: bytes.length });
  await Promise.all([piece(0, half), piece(0, half)]);
  expect(await piece(0, half)).toMatchObject({ data: { received: half, name: '' } });
  expect(await piece(half + 1, half + 2)).toMatchObject({ data: { received: half } });
  const { data } = (await piece(half, bytes.length)) as { data: { name: string } };
  // the answer to the last piece got lost, or the file is chosen once more
  for (const from of [half, 0])
    expect(await piece(from, bytes.length)).toMatchObject({ data: { received: bytes.length, name: data.name } });
  expect(await folder()).toEqual([data.name]);
  expect((await office().list()).backups).toMatchObject([{ name: data.name, reason: 'uploaded', files: 0 }]);
  expect(await work({ kind: 'restore', name: data.name, confirm: '恢复' })).toMatchObject({ state: 'done' });
});

test('an unusable backup is refused with its reason and leaves nothing behind', slow, async () => {
  const name = await backUp();
  const bytes = await readFile(join(site.dataDir, 'backups', name));
  await office().remove({ query: { name } });
  const manifest = (text: object) => makeZip({ name: 'manifest.json', bytes: JSON.stringify(text) });
  const bad: [Uint8Array, string][] = [
    [Buffer.from('不是 zip'), '不是 zip，或者没有传完'],
    [bytes.subarray(0, bytes.length - 100), '没有传完'],
    [manifest({ product: 'other' }), '不是墨笺的备份'],
    [manifest({ product: 'mojian', format: 99 }), '它来自更新的版本，请先升级墨笺'],
    [makeZip({ name: '../escape', bytes: 'x' }), '指向别处的路径'],
  ];
  for (const [sent, why] of bad)
    expect(await send(sent, { size: 2000 })).toMatchObject({ code: 400, message: expect.stringContaining(why) });
  expect(await folder()).toEqual([]);
  expect((await office().list()).backups).toEqual([]);
});

test('a damaged archive is reported by test, dry run and restore, and the site is unchanged', slow, async () => {
  const id = await site.writes();
  const name = await backUp();
  const path = join(site.dataDir, 'backups', name);
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0, middle, middle + 200); // wide enough to hit what is packed, not only a header
  await writeFile(path, bytes);
  for (const requested of [
    { kind: 'prove', name },
    { kind: 'preview', name },
    { kind: 'restore', name, confirm: '恢复' },
  ] as const)
    expect(await work(requested)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/这份备份不能用：.*损坏/),
    });
  expect((await office().list()).backups).toMatchObject([
    { name, provenAt: null, doubt: expect.stringContaining('损坏') },
  ]);
  await expect(site.as(null).articles.info({ query: { id } })).resolves.toBeDefined();
});

test(
  'a proof stays while a trial is refused because another work is going on, or fails for want of room',
  slow,
  async () => {
    const name = await backUp();
    await work({ kind: 'prove', name });
    const before = await site.db.selectFrom('backups').selectAll().execute();
    const execute = DatabaseSync.prototype.exec;
    const release = tryLock(join(site.dataDir, 'backups/.lock'));
    expect(await work({ kind: 'prove', name })).toMatchObject({
      state: 'failed',
      failure: '正在备份、恢复或导入，请等待完成',
    });
    release?.();
    const run = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, statement) {
      if (!statement.includes('synchronous = off')) return execute.call(this, statement);
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    expect(await work({ kind: 'prove', name })).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/^磁盘满了，/),
    });
    run.mockRestore();
    expect(await site.db.selectFrom('backups').selectAll().execute()).toEqual(before);
    expect(before).toMatchObject([{ provenAt: expect.anything(), doubt: '' }]);
    expect((await acts()).filter((act) => act.includes('prove'))).toHaveLength(1);
  },
);

test.each(['mojian-none.zip', '../mojian.db', '.lock'])('there is no backup named %s', async (name) => {
  const none = { id: 'not-found', message: '没有这份备份' };
  await expect(office().start({ body: { kind: 'preview', name } })).rejects.toMatchObject(none);
  await expect(office().download({ body: { name } })).rejects.toMatchObject(none);
  await expect(office().remove({ query: { name } })).rejects.toMatchObject(none);
  expect(await acts()).toEqual([]);
});

test('a piece at a wrong position or beyond the limit is refused', async () => {
  const bytes = Buffer.from('abc');
  const at = (from: number, total: number, id = 'upload-odd-1') => sendPiece(bytes, { id, from, total });
  expect(await at(3, 9)).toMatchObject({ code: 409, message: '这次上传已经中断，请重新选择文件' });
  expect(await at(0, 2)).toMatchObject({ code: 400, message: '收到的数据超过文件大小，请重新选择文件' });
  expect(await at(0, 9, '../x')).toMatchObject({ code: 400, message: '上传的编号有误' });
  expect(await at(0, 2 ** 40)).toMatchObject({ code: 400, message: '备份不能超过 64 GB' });
});
