import { randomBytes } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { readZip } from '../../../test/read-zip.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { buildArchive, dropOldArchives } from './exports.ts';

const site = freshSite();

type Build = Parameters<typeof buildArchive>[1];

const none = { state: 'none', progress: 0, bytes: 0, failure: '', expiresAt: null };
const start = (viewer = site.lin) => site.as(viewer).exports.start();
const state = (viewer = site.lin) => site.as(viewer).exports.state();
const address = async (viewer = site.lin) => (await site.as(viewer).exports.address()).url;
const download = (url: string) => site.app.inject({ url });
const row = () => site.db.selectFrom('dataArchives').selectAll().executeTakeFirst();
const requested = () => site.db.selectFrom('outbox').selectAll().where('kind', '=', 'build-data-archive').execute();

/** Does what is due, as the running site does. `failures` are what its log would say. */
async function work(largest?: number) {
  const failures: unknown[] = [];
  const deps = { db: site.db, tables: site.tables, siteUrl: site.siteUrl, ...(largest && { largest }) };
  const effects = { 'build-data-archive': (build: Build) => buildArchive(deps, build), 'drop-pages': async () => {} };
  await new Outbox({ db: site.db, effects, onFailure: (_, error) => failures.push(error) }).run();
  return failures;
}

async function packed(viewer = site.lin) {
  await start(viewer);
  expect(await work()).toEqual([]);
  return readZip((await download(await address(viewer))).rawPayload);
}

test('an archive is requested, built in the background, and downloaded', async () => {
  expect(await state()).toEqual(none);
  const waiting = { ...none, state: 'waiting' };
  expect(await start()).toEqual(waiting);
  expect(await state()).toEqual(waiting);

  expect(await work()).toEqual([]);
  const ready = await state();
  expect(ready).toMatchObject({ state: 'ready', progress: 100, failure: '' });
  const url = await address();
  expect(url).toMatch(/^\/v1\/account\/export\/file\?ticket=[\w-]{43}$/);
  const left = Date.parse(ready.expiresAt ?? '') - Date.now();
  expect(left).toBeGreaterThan(23.9 * 3_600_000);
  expect(left).toBeLessThanOrEqual(24 * 3_600_000);

  const reply = await download(url);
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload).toHaveLength(ready.bytes);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(ready.bytes),
    'content-disposition': expect.stringMatching(/^attachment; filename="mojian-2-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(readZip(reply.rawPayload).get('README.txt')).toContain(`小林 在 ${site.siteUrl} 的全部数据`);
});

test('a large archive is streamed whole', async () => {
  const noise = randomBytes(600_000).toString('base64');
  await site.writes({ title: '长文', state: 'draft' });
  await site.db.updateTable('articles').set({ markdown: noise }).execute();
  await start();
  await work();
  const { bytes } = await state();
  expect(bytes).toBeGreaterThan(600_000);
  const { rawPayload } = await download(await address());
  expect(rawPayload).toHaveLength(bytes);
  expect(readZip(rawPayload).get('articles/1-长文.md')?.endsWith(noise)).toBe(true);
});

test('a download address works once for a few minutes, and a HEAD request does not consume it', async () => {
  await packed();
  const [first, second] = [await address(), await address()];
  expect((await site.app.inject({ method: 'HEAD', url: first })).statusCode).toBe(404);
  expect((await download(first)).statusCode).toBe(200);
  const again = await download(first);
  expect(again.statusCode).toBe(404);
  expect(again.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  expect(again.body).toBe('下载地址已经用过或已过期，请返回个人中心重新下载。');

  const hour = await site.db.selectFrom('tickets').select('expiresAt').executeTakeFirstOrThrow();
  expect(hour.expiresAt - Date.now()).toBeLessThanOrEqual(300_000);
  await site.db
    .updateTable('tickets')
    .set({ expiresAt: Date.now() - 1 })
    .execute();
  expect((await download(second)).statusCode).toBe(404);
});

test('one of ten concurrent downloads by one address gets the archive', async () => {
  await packed();
  const url = await address();
  const replies = await Promise.all(Array.from({ length: 10 }, () => download(url)));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test.each(['', '?ticket=', '?ticket=x', '?ticket=undefined', '?ticket=a&ticket=b', '?ticket=%00', '?ticket[]=1'])(
  'nothing is behind %j',
  async (query) => {
    await packed();
    expect((await download(`/v1/account/export/file${query}`)).statusCode).toBe(404);
  },
);

test('a ticket of another kind opens no archive', async () => {
  await packed();
  const { issueTicket } = await import('../../platform/tickets/tickets.ts');
  const secret = await issueTicket(
    site.db,
    { name: 'handover', seconds: 60 },
    { userId: site.lin.id, createdAt: (await row())?.createdAt },
  );
  expect((await download(`/v1/account/export/file?ticket=${secret}`)).statusCode).toBe(404);
});

test('each member has their own archive, and visitors none', async () => {
  await packed();
  expect(await state(site.ming)).toEqual(none);
  const visitor = site.as(null).exports;
  await expect(visitor.start()).rejects.toMatchObject({ id: 'signed-out' });
  await expect(visitor.state()).rejects.toMatchObject({ id: 'signed-out' });
  await packed(site.ming);
  const url = await address(site.ming);
  expect(JSON.parse(readZip((await download(url)).rawPayload).get('profile.json') ?? '')).toMatchObject({
    nickname: '阿明',
  });
});

test('requests during packing, also concurrent ones, do not pack twice', async () => {
  await Promise.all(Array.from({ length: 10 }, () => start()));
  expect(await requested()).toHaveLength(1);
  await site.db.updateTable('dataArchives').set({ state: 'building', progress: 40 }).execute();
  expect(await start()).toMatchObject({ state: 'building', progress: 40 });
  expect(await requested()).toHaveLength(1);
});

test('a request after completion packs anew and invalidates old addresses', async () => {
  await packed();
  const url = await address();
  await new Promise((resolve) => setTimeout(resolve, 2));
  await site.writes({ title: '后来写的' });
  expect(await start()).toEqual({ ...none, state: 'waiting' });
  expect((await download(url)).statusCode).toBe(404);
  expect(await work()).toEqual([]);
  expect([...readZip((await download(await address())).rawPayload).keys()]).toContain('articles/1-后来写的.md');
});

test('packing resumes after a crash, and a repeated run changes nothing', async () => {
  await start();
  await site.db.updateTable('dataArchives').set({ state: 'building', progress: 60 }).execute();
  const [entry] = await requested();
  const build: Build = JSON.parse(entry?.payload ?? '');
  await Promise.all([buildArchive(site, build), buildArchive(site, build), work()]);
  const ready = await row();
  expect(ready).toMatchObject({ state: 'ready', progress: 100 });

  await buildArchive(site, build);
  expect(await row()).toEqual(ready);
  await buildArchive(site, { ...build, createdAt: 1 });
  await buildArchive(site, { userId: site.ming.id, createdAt: 1 });
  expect(await site.db.selectFrom('dataArchives').selectAll().execute()).toEqual([ready]);
});

test('an oversized archive fails with a reason and may be retried', async () => {
  await start();
  expect(await work(500)).toEqual([]);
  expect(await state()).toMatchObject({ state: 'failed', failure: expect.stringContaining('数据太多') });
  expect(await row()).toMatchObject({ bytes: null });
  expect(await start()).toMatchObject({ state: 'waiting', failure: '' });
});

test('an internal error is reported, logged and not retried for ever', async () => {
  const id = await site.says();
  await site.db.updateTable('says').set({ pictures: '{' }).where('id', '=', id).execute();
  await site.db.deleteFrom('outbox').execute();
  await start();
  expect(await work()).toHaveLength(1);
  expect(await state()).toMatchObject({ state: 'failed', failure: '打包失败，请重试' });
  await site.db.updateTable('outbox').set({ dueAt: 0 }).execute();
  expect(await work()).toEqual([]);
  expect(await requested()).toEqual([]);
});

test('progress is stored while packing', async () => {
  for (let count = 0; count < 60; count++) await site.says({ text: `第${count}句` });
  await start();
  const seen: number[] = [];
  const [entry] = await requested();
  const look: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.push((await state()).progress);
      return result;
    },
  };
  await buildArchive({ ...site, db: site.db.withPlugin(look) }, JSON.parse(entry?.payload ?? ''));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(2);
});

test('the archive is deleted after a day, and a failed export can be requested again', async () => {
  await packed();
  const url = await address();
  const day = 24 * 3_600_000 + 1;
  await dropOldArchives(site.db);
  expect(await row()).toMatchObject({ state: 'ready' });
  await site.db
    .updateTable('dataArchives')
    .set({ expiresAt: Date.now() - 1 })
    .execute();
  expect(await state()).toEqual(none);
  expect((await download(url)).statusCode).toBe(404);
  await dropOldArchives(site.db);
  expect(await row()).toBeUndefined();

  await start();
  await site.db
    .updateTable('dataArchives')
    .set({ state: 'building', expiresAt: Date.now() - 1 })
    .execute();
  expect(await start()).toMatchObject({ state: 'waiting' });
  await dropOldArchives(site.db, Date.now() + day);
  expect(await row()).toBeUndefined();
});
