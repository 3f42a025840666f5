import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { countShareView, dropOldShares } from './shares.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let site: Awaited<ReturnType<typeof testSite>>;
let id: number;
let version: number;
beforeEach(async () => {
  site = await testSite();
  const content = { title: '春天', markdown: '雨水。\n\n## 惊蛰\n\n秘密。', readType: 4 as const };
  ({ id, version } = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } }));
});
afterEach(() => site.close());

const create = (viewer: typeof site.lin | null = site.lin, days = 7, article = id) =>
  site.as(viewer).shares.create({ body: { id: article, days } });
const list = (viewer: typeof site.lin | null = site.lin) => site.as(viewer).shares.list({ query: { id } });
const tokenIn = ({ path }: { path: string }) => path.replace('/draft/', '');
const show = (token: string, agent = chrome) => site.as(null, { agent }).shares.show({ query: { token } });

test('a share link shows the newest draft in full, and the author sees its views', async () => {
  const share = await create();
  expect(share.path).toMatch(/^\/draft\/[\w-]{32}$/);
  expect(Date.parse(share.expiresAt) - Date.parse(share.createdAt)).toBe(7 * 24 * 3_600_000);
  expect(await show(tokenIn(share))).toMatchObject({
    title: '春天',
    html: expect.stringContaining('秘密'),
    headings: [{ text: '惊蛰', level: 2 }],
    author: { nickname: '小林' },
    expiresAt: share.expiresAt,
  });
  const content = { title: '夏天', markdown: '小满。' };
  await site.as(site.lin).drafts.save({ body: { id, version, content } });
  expect(await show(tokenIn(share))).toMatchObject({ title: '夏天', html: expect.stringContaining('小满') });
  expect(await list()).toEqual([{ ...share, views: 2 }]);
});

test('a text replaced by a restore is rendered anew, whatever its version', async () => {
  const token = tokenIn(await create());
  expect((await show(token)).html).toContain('秘密');
  const content = JSON.stringify({ title: '春天', markdown: '谷雨。' });
  await site.db.updateTable('drafts').set({ content }).where('articleId', '=', id).execute();
  expect((await show(token)).html).toContain('谷雨');
});

test('bots and prefetches are not counted', async () => {
  const share = await create();
  await show(tokenIn(share), googlebot);
  await countShareView(site.db, { path: share.path, agent: chrome, prefetch: true });
  await countShareView(site.db, { path: share.path, agent: '' });
  await countShareView(site.db, { path: '/', agent: chrome });
  expect(await list()).toMatchObject([{ views: 0 }]);
  await countShareView(site.db, { path: share.path, agent: chrome });
  expect(await list()).toMatchObject([{ views: 1 }]);
});

test('expired, revoked and wrong links get the same answer, and are deleted', async () => {
  const [expired, revoked] = [await create(), await create()];
  await site.db.updateTable('shares').set({ expiresAt: Date.now() }).where('id', '=', expired.id).execute();
  await site.as(site.lin).shares.revoke({ query: { id: revoked.id } });
  const failure = { id: 'not-found', message: '这个链接已经失效，或从来没有过' };
  for (const token of [tokenIn(expired), tokenIn(revoked), 'a'.repeat(32)])
    await expect(show(token)).rejects.toMatchObject(failure);
  await expect(show('x')).rejects.toMatchObject({ id: 'invalid-input', field: 'token' });
  expect(await list()).toEqual([]);
  await dropOldShares(site.db);
  expect(await site.db.selectFrom('shares').selectAll().execute()).toEqual([]);
});

test('share links of a removed article do not work', async () => {
  const share = await create();
  await site.db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', id).execute();
  await expect(show(tokenIn(share))).rejects.toMatchObject({ id: 'not-found' });
});

test('only its author makes, sees and revokes links', async () => {
  const share = await create();
  for (const viewer of [site.ming, site.owner]) {
    await expect(create(viewer)).rejects.toMatchObject({ id: 'not-found' });
    await expect(list(viewer)).rejects.toMatchObject({ id: 'not-found' });
    const revoke = site.as(viewer).shares.revoke({ query: { id: share.id } });
    await expect(revoke).rejects.toMatchObject({ id: 'not-found', message: '链接已经失效' });
  }
  await expect(create(null)).rejects.toMatchObject({ id: 'signed-out' });
  await expect(create(site.lin, 7, 99_999)).rejects.toMatchObject({ id: 'not-found' });
  expect(await list()).toEqual([share]);
});

test.each([0, 31, 1.5])('a link of %s days is refused', async (days) => {
  await expect(create(site.lin, days)).rejects.toMatchObject({ id: 'invalid-input', field: 'days' });
  expect(await list()).toEqual([]);
});

test('an article has at most twenty share links', async () => {
  for (let made = 0; made < 20; made++) await create();
  await expect(create()).rejects.toMatchObject({ id: 'already-done' });
  expect(await list()).toHaveLength(20);
});

test('a muted author makes no link, and those they have show nothing until they may speak again', async () => {
  const token = tokenIn(await create());
  const mute = (mutedAt: number | null) =>
    site.db.updateTable('users').set({ mutedAt, mutedReason: '刷屏' }).where('id', '=', site.lin.id).execute();
  await mute(Date.now());
  await expect(create()).rejects.toMatchObject({ id: 'not-allowed', message: expect.stringContaining('禁言') });
  await expect(show(token)).rejects.toMatchObject({ id: 'not-found' });
  await mute(null);
  expect(await show(token)).toMatchObject({ title: '春天' });
});

test('a disabled author’s shared drafts are hidden until they return', async () => {
  const token = tokenIn(await create());
  const disable = (disabledAt: number | null) =>
    site.db.updateTable('users').set({ disabledAt }).where('id', '=', site.lin.id).execute();
  await disable(Date.now());
  await expect(show(token)).rejects.toMatchObject({ id: 'not-found' });
  await disable(null);
  expect(await show(token)).toMatchObject({ title: '春天' });
});
