import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';
import { forgetSettings, readSettings, saveSettings } from '../../core/settings/settings.ts';
import { workAlone } from '../backups/work-alone.ts';
import { writeZip } from '../backups/write-zip.ts';
import { exportContent } from '../content-export/export-content.ts';
import { writeExport } from '../content-export/write-export.ts';

const site = freshSite();
beforeEach(async () => {
  id = 'upload-12345';
});

const office = () => site.office(site.owner).imports;
let id = '';

async function sendPiece(bytes: Uint8Array, { from = 0, total = bytes.length, viewer = site.owner } = {}) {
  const url = `/v1/admin/imports/upload?id=${id}&from=${from}&total=${total}`;
  const { headers, payload } = await formOf({ name: 'content.zip', bytes });
  const { body } = await site.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, authorization: tokenOf(viewer) },
  });
  return JSON.parse(body);
}

async function zipOf(files: Record<string, string>) {
  const path = join(site.dataDir, 'made.zip');
  await writeZip(path, async (add) => {
    for (const [name, content] of Object.entries(files)) await add(name, [content]);
  });
  return readFile(path);
}

async function works(kind: 'preview' | 'start', overwrite = false) {
  const options = { authors: {}, matches: {}, site: '', overwrite };
  await office()[kind]({ body: { upload: id, fileName: 'content.zip', options } });
  await expect.poll(async () => (await office().work())?.state, { timeout: 60_000 }).not.toBe('running');
  return office().work();
}

/** Numbers of the last run, by kind, without what did not happen. */
async function counts() {
  const [run] = (await office().list({ query: {} })).records;
  const { counts: all, losses } = await office().show({ query: { id: run?.id ?? 0 } });
  const number = Object.fromEntries(
    all.map(({ kind, ...outcomes }) => [
      kind,
      Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count > 0)),
    ]),
  );
  return { ...number, losses: losses.map(({ places, reason }) => `${places}：${reason}`) };
}

const titles = async () =>
  (await site.db.selectFrom('articles').select('title').orderBy('id').execute()).map(({ title }) => title);
const shown = async () => (await site.as(null).articles.list({ query: {} })).records.map(({ title }) => title);
const uploads = () => readdir(join(site.dataDir, 'imports'));

test('our own export, previewed and imported on the screen, gives the same export again', {
  timeout: 120_000,
}, async () => {
  await site.writes({ title: '山茶', markdown: '开了。', category: '四时' });
  await site.writes({ title: '草稿', state: 'draft' });
  const [first, second] = [join(site.dataDir, 'first.zip'), join(site.dataDir, 'second.zip')];
  await writeExport(first, exportContent(site));
  const bytes = await readFile(first);
  for (const table of ['articles', 'categories'] as const) await site.db.deleteFrom(table).execute();

  const half = Math.floor(bytes.length / 2);
  expect((await sendPiece(bytes.subarray(0, half), { total: bytes.length })).data).toEqual({ received: half });
  expect((await sendPiece(bytes.subarray(0, half), { total: bytes.length })).data).toEqual({ received: half });
  await sendPiece(bytes.subarray(half), { from: half, total: bytes.length });
  const looked = await works('preview');
  expect(looked).toMatchObject({ kind: 'preview', state: 'done', preview: { reader: { id: 'mojian' }, authors: [] } });
  const found = looked?.preview?.counts.map(({ kind, inFile, added }) => `${kind} ${inFile} ${added}`);
  expect(found).toEqual(expect.arrayContaining(['article 2 2', 'category 1 1', 'person 2 0']));
  expect(await titles()).toEqual([]);

  expect(await works('start')).toMatchObject({ kind: 'import', state: 'done' });
  expect(await counts()).toMatchObject({ article: { inFile: 2, added: 2 }, category: { added: 1 }, losses: [] });
  expect(await shown()).toEqual(['山茶']);
  await writeExport(second, exportContent(site));
  expect((await readFile(second)).equals(bytes)).toBe(true);
  expect(await uploads()).toEqual([]);
  expect(await site.db.selectFrom('auditLog').select(['act', 'actor']).execute()).toEqual([
    { act: 'imports.start', actor: '站长' },
  ]);
  const dropped = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  expect(dropped.map(({ payload }) => payload)).toContain('{"tags":["*"]}');
  await expect(works('start')).rejects.toThrow('上传的文件不在了，请重新上传');

  const [run] = (await office().list({ query: {} })).records;
  await office().act({ body: { id: run?.id ?? 0, act: 'undo' } });
  await expect.poll(async () => (await office().work())?.state, { timeout: 60_000 }).toBe('done');
  expect(await titles()).toEqual([]);
});

test('undoing the import of our own export removes what it added, unless used or edited since', {
  timeout: 120_000,
}, async () => {
  const person = { nickname: '来人', nicknameKey: '来人', role: 'member' as const, email: null, createdAt: 5 };
  const stranger = await site.db
    .insertInto('users')
    .values({ ...person, passwordHash: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const name of ['画', '器'])
    await site.db.insertInto('series').values({ authorId: stranger.id, name, createdAt: 5, updatedAt: 5 }).execute();
  const group = { name: '工具', position: 0 };
  const { id: groupId } = await site.db
    .insertInto('navigationGroups')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('navigationSites')
    .values({ groupId, name: '甲', url: 'https://jia.example.com/' })
    .execute();
  const { id: packId } = await site.db
    .insertInto('stickerPacks')
    .values({ name: '猫' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const picture = 'https://pics.example.com/doze.webp';
  await site.db.insertInto('stickers').values({ packId, name: '打盹', keywords: '困', picture, night: '' }).execute();
  await site.writes({ title: '山茶', category: '四时' });
  await site.writes({ title: '海棠', category: '花' });
  for (const path of ['/old', '/older'])
    await site.db.insertInto('movedPaths').values({ path, target: '/links', source: 'manual', createdAt: 5 }).execute();
  await site.db.transaction().execute((trx) => saveSettings(trx, 'author', { name: '旧站' }));
  const path = join(site.dataDir, 'own.zip');
  await writeExport(path, exportContent(site));
  const emptied = ['articles', 'series', 'categories', 'navigationSites', 'navigationGroups', 'movedPaths'] as const;
  const namesOf = async () => ({
    titles: await titles(),
    categories: (await site.db.selectFrom('categories').select('name').execute()).map(({ name }) => name),
    series: (await site.db.selectFrom('series').select('name').execute()).map(({ name }) => name),
    navigation: (await site.db.selectFrom('navigationGroups').select('name').execute()).map(({ name }) => name),
    packs: (await site.db.selectFrom('stickerPacks').select('name').where('name', '=', '猫').execute()).length,
    moved: (await site.db.selectFrom('movedPaths').select('path').execute()).map(({ path: one }) => one),
    settings: (await site.db.selectFrom('settings').select('name').execute()).map(({ name }) => name),
    strangers: await site.db.selectFrom('users').select('nickname').where('nickname', '=', '来人').execute(),
  });
  const clear = async () => {
    for (const table of emptied) await site.db.deleteFrom(table).execute();
    await site.db.deleteFrom('stickers').where('picture', '=', picture).execute();
    await site.db.deleteFrom('stickerPacks').where('name', '=', '猫').execute();
    await site.db.deleteFrom('settings').execute();
    await site.db.deleteFrom('users').where('nickname', '=', '来人').execute();
    forgetSettings(site.db);
  };
  const undo = async () => {
    const [run] = (await office().list({ query: {} })).records;
    await office().act({ body: { id: run?.id ?? 0, act: 'undo' } });
    await expect.poll(async () => (await office().work())?.state, { timeout: 60_000 }).toBe('done');
    return (await office().work())?.undone;
  };
  const bytes = await readFile(path);
  const before = await namesOf();
  await clear();
  const empty = await namesOf();

  await sendPiece(bytes);
  await works('start');
  expect(await namesOf()).toEqual({ ...before, settings: expect.arrayContaining(['author']) });
  expect((await readSettings(site.db)).author.name).toBe('旧站');
  expect((await undo())?.left).toBe(0);
  expect(await namesOf()).toEqual(empty);
  expect((await readSettings(site.db)).author.name).not.toBe('旧站');

  await sendPiece(bytes);
  await works('start');
  await site.db.transaction().execute((trx) => saveSettings(trx, 'author', { name: '新站' }));
  await site.db.updateTable('series').set({ intro: '改过' }).where('name', '=', '画').execute();
  await site.db.updateTable('categories').set({ intro: '改过' }).where('name', '=', '花').execute();
  await site.db.updateTable('movedPaths').set({ target: '/about' }).where('path', '=', '/old').execute();
  await undo();
  expect(await namesOf()).toEqual({
    titles: [],
    categories: ['花'],
    series: ['画'],
    navigation: [],
    packs: 0,
    moved: ['/old'],
    settings: ['author'],
    strangers: [{ nickname: '来人' }],
  });
});

test('a folder of Markdown is imported; articles edited here since stay unless overwriting was chosen', async () => {
  const files = (text: string) => zipOf({ '博客/posts/听雨.md': `---\ntitle: 听雨\ndate: 2024-01-01\n---\n\n${text}` });
  await sendPiece(await files('一夜的雨。'));
  expect(await works('start')).toMatchObject({ state: 'done' });
  expect(await counts()).toMatchObject({ article: { inFile: 1, added: 1 } });
  const [article] = await site.db.selectFrom('articles').select(['id', 'authorId']).execute();
  expect(article?.authorId).toBe(site.owner.id);
  await site.db.updateTable('articles').set({ version: 9 }).execute();

  await sendPiece(await files('两夜的雨。'));
  expect((await works('preview'))?.preview?.edited).toEqual({ article: 1, page: 0, titles: ['听雨'] });
  await works('start');
  expect(await counts()).toMatchObject({ article: { skipped: 1 }, losses: ['听雨：在站里改过，没有动'] });
  await sendPiece(await files('两夜的雨。'));
  await works('start', true);
  expect(await counts()).toMatchObject({ article: { updated: 1 }, losses: [] });
  expect(await titles()).toEqual(['听雨']);
});

test('existing and trashed content is not imported twice', async () => {
  const [here, gone] = [await site.writes({ title: '山茶' }), await site.writes({ title: '海棠' })];
  const path = join(site.dataDir, 'own.zip');
  await writeExport(path, exportContent(site));
  await site.db.updateTable('articles').set({ markdown: '改了' }).where('id', '=', here).execute();
  await site.db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', gone).execute();
  await sendPiece(await readFile(path));
  const looked = await works('preview');
  expect(looked?.preview?.losses.map(({ places, reason }) => `${places}：${reason}`).sort()).toEqual([
    '海棠：在站里已经删除，没有放回去',
  ]);
  expect(looked?.preview?.edited).toEqual({ article: 1, page: 0, titles: ['山茶'] });
  await works('start');
  expect(await counts()).toMatchObject({ article: { inFile: 2, skipped: 2 } });
  await sendPiece(await readFile(path));
  await works('start', true);
  expect(await counts()).toMatchObject({ article: { inFile: 2, updated: 1, skipped: 1 } });
  const [run] = (await office().list({ query: {} })).records;
  await office().act({ body: { id: run?.id ?? 0, act: 'undo' } });
  await expect.poll(async () => (await office().work())?.state, { timeout: 60_000 }).toBe('done');
  expect(await site.db.selectFrom('articles').select(['id', 'markdown']).orderBy('id').execute()).toEqual([
    { id: here, markdown: expect.not.stringContaining('改了') },
    { id: gone, markdown: expect.any(String) },
  ]);
});

test.each([
  [{ 'a.txt': '字' }, '没有一个认得，如 a.txt'],
  [{ '__MACOSX/a.md': '字' }, '认不出这是什么文件'],
])('a zip with %j is not taken for an export', async (files, words) => {
  await sendPiece(await zipOf(files));
  expect(await works('preview')).toMatchObject({ state: 'failed', failure: expect.stringContaining(words) });
});

test('an import during a backup is refused in one line, and its file stays for another attempt', async () => {
  await sendPiece(await zipOf({ 'a.md': '---\ntitle: 雨\n---\n\n下了三天。' }));
  await workAlone({ databaseUrl: site.url, dataDir: site.dataDir }, async () => {
    const failure = '正在备份、恢复或导入，请等待完成';
    expect(await works('start')).toMatchObject({ state: 'failed', failure });
  });
  expect([await titles(), await site.db.selectFrom('importRuns').select('id').execute()]).toEqual([[], []]);
  expect(await works('start')).toMatchObject({ state: 'done', failure: '' });
  expect(await titles()).toEqual(['雨']);
});

test('damaged files, paths outside the zip and callers without permission are refused; an invalid list is named in the report', async () => {
  await sendPiece(Buffer.from('PK\u0003\u0004 不是'));
  expect((await works('preview'))?.failure).toContain('打不开');
  id = 'upload-23456';
  const sly = (await zipOf({ 'aa/evil.md': '字' })).toString('latin1').replaceAll('aa/evil', '../evil');
  await sendPiece(Buffer.from(sly, 'latin1'));
  expect(JSON.stringify(await works('preview'))).toContain('指向外面的路径');
  expect(await titles()).toEqual([]);
  expect((await sendPiece(await zipOf({ 'a.md': '字' }), { viewer: site.lin })).code).toBe(403);
  id = 'upload-34567';
  expect((await sendPiece(Buffer.from('x'), { from: 5, total: 9 })).code).toBe(409);

  const article =
    '---\nid: 1\ntitle: 好\nauthor: 小林\ncreated: 2024-01-01T00:00:00Z\nupdated: 2024-01-01T00:00:00Z\nstate: published\n---\n\n好';
  const wrong = {
    'mojian.json': '{"product":"mojian","format":1}',
    'articles/1-好.md': article,
    'links.json': '[{"name":""}]',
  };
  await sendPiece(await zipOf(wrong));
  const lost = (await works('preview'))?.preview?.losses.map(({ places, reason }) => `${places}：${reason}`);
  expect(lost).toEqual([expect.stringMatching(/^links\.json：links\.json 的 .* 不对/)]);
  expect(await titles()).toEqual([]);
  await works('start');
  expect(await titles()).toEqual(['好']);
  id = 'upload-67890';
  await sendPiece(await zipOf({ ...wrong, 'mojian.json': '{"product":"mojian","format":2}' }));
  expect((await works('preview'))?.failure).toContain('更新的版本');
});
