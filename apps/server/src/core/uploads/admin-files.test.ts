import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { upload } from '../../../test/upload.ts';

const site = freshSite();

const office = (viewer = site.owner) => site.office(viewer).files;
const list = async (query: object = {}, viewer = site.owner) => (await office(viewer).list({ query })).records;
const keysOf = async (query: object, viewer = site.owner) => (await list(query, viewer)).map(({ key }) => key);
const remove = (...keys: string[]) => office().remove({ body: { keys } });

const picture = (background: string, width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

/** Uploads a picture of this colour as a member and gives its address and key. */
async function uploaded(colour: string, viewer = site.lin, width = 40) {
  const { data } = await upload(site, viewer, await picture(colour, width));
  return { url: data.url, key: data.url.replace('/files/', '') };
}
/** As if it had been uploaded so many days ago. */
const age = (key: string, days: number) =>
  site.db
    .updateTable('files')
    .set({ createdAt: Date.now() - days * 86_400_000 })
    .where('key', '=', key)
    .execute();

test('each picture lists its owners, its size and every use', async () => {
  const [shown, unused] = [await uploaded('red', site.lin, 700), await uploaded('blue', site.ming)];
  await upload(site, site.ming, await picture('red', 700));
  const articleId = await site.writes({ title: '山茶', markdown: `![](${shown.url})`, cover: shown.url });
  await site.says({ text: `看 ![](${shown.url})` });
  await site.db.updateTable('users').set({ avatar: shown.url }).where('id', '=', site.ming.id).execute();
  await age(shown.key, 1);

  const [first, second] = await list();
  expect(first).toMatchObject({ key: unused.key, owners: [{ nickname: '阿明' }], uses: [], useCount: 0 });
  expect(second).toMatchObject({ key: shown.key, url: shown.url, width: 700, height: 30, useCount: 3 });
  expect(second?.owners.map(({ nickname }) => nickname).sort()).toEqual(['小林', '阿明']);
  expect(second?.thumb).toMatch(/-\d+\.webp$/);
  expect(second?.uses).toEqual([
    { place: 'articles', title: '山茶', path: `/article/${articleId}` },
    { place: 'says', title: '', path: '/say?id=1' },
    { place: 'users', title: '阿明', path: `/user/${site.ming.id}` },
  ]);
});

test('pictures are filtered by use, place, age and owner', async () => {
  const [shown, old] = [await uploaded('red', site.lin), await uploaded('blue', site.ming)];
  const fresh = await uploaded('green', site.ming);
  await site.writes({ markdown: `![](${shown.url})` });
  await age(old.key, 31);
  await age(shown.key, 40);
  expect(await keysOf({ use: 'used' })).toEqual([shown.key]);
  expect(await keysOf({ use: 'unused' })).toEqual([fresh.key, old.key]);
  expect(await keysOf({ use: 'unused', days: 30 })).toEqual([old.key]);
  expect(await keysOf({ place: 'articles' })).toEqual([shown.key]);
  expect(await keysOf({ place: 'says' })).toEqual([]);
  expect(await keysOf({ owner: '林' })).toEqual([shown.key]);
  expect(await keysOf({ owner: '%' })).toEqual([]);
  expect((await office().list({ query: { pageSize: 1, pageNo: 2 } })).records.map(({ key }) => key)).toEqual([old.key]);
});

test('unused files are removed with their copies, used ones kept, and the removal audited', async () => {
  const [shown, unused] = [await uploaded('red'), await uploaded('blue', site.ming, 900)];
  await site.writes({ cover: shown.url });
  const before = await site.keptFiles();
  expect(await remove(shown.key, unused.key, unused.key, 'none')).toEqual({
    done: 1,
    failed: [
      { key: shown.key, why: '正在使用' },
      { key: 'none', why: '已经没有这个文件' },
    ],
  });
  expect(await keysOf({})).toEqual([shown.key]);
  expect(await site.keptFiles()).toBeLessThan(before - 1);
  expect(await site.storage.has(shown.key)).toBe(true);
  expect(await site.storage.has(unused.key)).toBe(false);
  expect(await site.db.selectFrom('fileOwners').select('key').execute()).toEqual([{ key: shown.key }]);
  expect(await site.db.selectFrom('auditLog').select(['act', 'subject']).execute()).toEqual([
    { act: 'files.remove', subject: unused.key },
  ]);
});

test('pictures of links and navigation count as used', async () => {
  const [friend, logo] = [await uploaded('red'), await uploaded('blue')];
  await site.db
    .insertInto('links')
    .values({ groupName: '', name: '友', url: 'https://a.example', avatar: friend.url, createdAt: 1, checkedAt: null })
    .execute();
  const { id: groupId } = await site.db
    .insertInto('navigationGroups')
    .values({ name: '工具' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('navigationSites')
    .values({ groupId, name: '站', url: 'https://b.example', logo: logo.url })
    .execute();
  expect((await remove(friend.key, logo.key)).done).toBe(0);
});

test('a used file is removed after a confirmation', async () => {
  const [shown, other] = [await uploaded('red'), await uploaded('blue')];
  const id = await site.writes({ markdown: `![](${shown.url}) ![](${other.url})` });
  expect(await office().remove({ body: { keys: [shown.key, 'none'], evenUsed: true } })).toEqual({
    done: 1,
    failed: [{ key: 'none', why: '已经没有这个文件' }],
  });
  expect([await site.storage.has(shown.key), await site.storage.has(other.key)]).toEqual([false, true]);
  expect(await keysOf({})).toEqual([other.key]);
  await expect(site.as(null).articles.info({ query: { id } })).resolves.toBeDefined();
  const acts = await site.db.selectFrom('auditLog').select(['subject', 'before']).execute();
  expect(acts).toEqual([{ subject: shown.key, before: expect.stringContaining('"evenUsed":true') }]);
});

test('a removal concurrent with a new use removes the whole picture or nothing', async () => {
  const { key, url } = await uploaded('red');
  const [{ done }] = await Promise.all([remove(key), site.writes({ markdown: `![](${url})` })]);
  const isStored = await site.storage.has(key);
  expect(isStored).toBe(done === 0);
  if (isStored) expect(await keysOf({})).toEqual([key]);
});

test('a picture uploaded again while its bytes are being removed is stored anew', async () => {
  const { key } = await uploaded('red');
  const removeBytes = site.storage.remove;
  const uploads: Promise<unknown>[] = [];
  vi.spyOn(site.storage, 'remove').mockImplementation(async (one) => {
    if (uploads.length === 0) uploads.push(uploaded('red', site.ming));
    await Promise.race([uploads[0], setTimeout(1500)]); // an upload that does not wait is done by then
    await removeBytes(one);
  });
  await remove(key);
  await Promise.all(uploads);
  expect(await keysOf({})).toEqual([key]);
  expect(await site.storage.has(key)).toBe(true);
});

test('pictures that a storage did not remove stay registered', async () => {
  const [one, other] = [await uploaded('red'), await uploaded('blue')];
  vi.spyOn(site.storage, 'remove').mockRejectedValue(new Error('连不上'));
  await expect(remove(one.key, other.key)).rejects.toBeDefined();
  expect((await keysOf({})).sort()).toEqual([one.key, other.key].sort());
});

test('usage is listed in total and by member, the largest first', async () => {
  await uploaded('red', site.lin);
  await uploaded('blue', site.ming);
  await uploaded('green', site.ming);
  const { files, bytes, members } = await office().usage();
  expect(files).toBe(3);
  expect(members.map(({ nickname, files }) => [nickname, files])).toEqual([
    ['阿明', 2],
    ['小林', 1],
  ]);
  expect(members.reduce((sum, member) => sum + member.bytes, 0)).toBe(bytes);
});

test('the demo account sees public pictures only', async () => {
  const [open, never] = [await uploaded('red'), await uploaded('blue')];
  await site.writes({ markdown: `![](${open.url})` });
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  expect(await keysOf({}, site.lin)).toEqual([open.key]);
  await expect(office(site.lin).remove({ body: { keys: [never.key] } })).rejects.toThrow('演示模式，不允许操作');
});

test.each([
  [{ keys: [] }, '请选择要删除的'],
  [{ keys: Array.from({ length: 101 }, (_, at) => String(at)) }, '一次最多删除 100 个'],
])('%j is refused', async (body, words) => {
  await expect(office().remove({ body })).rejects.toThrow(words);
});

test('with many pictures uses are cached for half a minute, but deleting checks them anew', async () => {
  const { url, key } = await uploaded('red');
  const others = Array.from({ length: 1001 }, (_, n) => `aa/${String(n).padStart(32, '0')}.webp`);
  const model = { type: 'image/webp', width: 1, height: 1, bytes: 1, createdAt: 1 };
  for (let from = 0; from < others.length; from += 100)
    await site.db
      .insertInto('files')
      .values(others.slice(from, from + 100).map((one) => ({ ...model, key: one })))
      .execute();
  const unused = async (pageNo = 1) => (await office().list({ query: { use: 'unused', pageNo } })).total;
  expect(await Promise.all([unused(), unused(2)])).toEqual([1002, 1002]);
  await site.writes({ markdown: `![](${url})` });
  expect(await unused()).toBe(1002);
  expect(await remove(key)).toEqual({ done: 0, failed: [{ key, why: '正在使用' }] });
});

test('an unused picture is listed for its uploader by a signed address, and for nobody else', async () => {
  const { key } = await uploaded('red', site.owner, 700);
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', site.ming.id).execute();
  const [own] = await list();
  expect(own).toMatchObject({ key, url: expect.stringMatching(/^\/files\/.+\?e=\w+&s=/) });
  for (const address of [own?.url ?? '', own?.thumb ?? ''])
    expect((await site.app.inject({ url: address })).statusCode, address).toBe(200);
  expect(await list({}, { ...site.ming, role: 'admin' })).toMatchObject([{ key, url: '', thumb: '' }]);
});
