import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';
import { writeZip } from '../backups/write-zip.ts';
import { exportContent } from './export-content.ts';
import { writeExport } from './write-export.ts';

const site = freshSite();
beforeEach(async () => {
  id = 'upload-12345';
});

const office = () => site.office(site.owner).content;
let id = '';

async function sendPiece(bytes: Uint8Array, { from = 0, total = bytes.length, viewer = site.owner } = {}) {
  const url = `/v1/admin/content/upload?id=${id}&from=${from}&total=${total}`;
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

async function works(kind: 'preview' | 'import', more: object = {}) {
  await office().start({ body: { kind, id, ...more } });
  await expect.poll(async () => (await office().work())?.state, { timeout: 60_000 }).not.toBe('running');
  return office().work();
}

const titles = async () =>
  (await site.db.selectFrom('articles').select('title').orderBy('id').execute()).map(({ title }) => title);
const shown = async () => (await site.as(null).articles.list({ query: {} })).records.map(({ title }) => title);
const uploads = () => readdir(join(site.dataDir, 'imports'));

test('an export comes back from the screen, looked through first, and exported again it is the same', {
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
  expect(looked).toMatchObject({
    kind: 'preview',
    state: 'done',
    done: 2,
    total: 2,
    found: { isExport: true, counts: { added: 1, draft: 1, failed: 0 }, others: { categories: 1, authors: 2 } },
  });
  expect(await titles()).toEqual([]);

  expect(await shown()).toEqual([]);
  expect(await works('import')).toMatchObject({ state: 'done', found: { counts: { added: 1, draft: 1 } } });
  expect(await shown()).toEqual(['山茶']);
  await writeExport(second, exportContent(site));
  expect((await readFile(second)).equals(bytes)).toBe(true);
  expect(await uploads()).toEqual([]);
  expect(await site.db.selectFrom('auditLog').select(['act', 'actor']).execute()).toEqual([
    { act: 'content.import', actor: '站长' },
  ]);
  const dropped = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  expect(dropped.map(({ payload }) => payload)).toContain('{"tags":["*"]}');
  expect(await works('import')).toMatchObject({ state: 'failed', failure: '上传的文件不在了，请重新上传' });
});

test('any folder of Markdown is taken in; what was edited here since stays unless it is to be replaced', async () => {
  const files = (text: string) => zipOf({ '博客/posts/听雨.md': `---\ntitle: 听雨\ndate: 2024-01-01\n---\n\n${text}` });
  await sendPiece(await files('一夜的雨。'));
  expect(await works('import')).toMatchObject({ found: { isExport: false, counts: { added: 1 } } });
  const [article] = await site.db.selectFrom('articles').select(['id', 'authorId']).execute();
  expect(article?.authorId).toBe(site.owner.id);
  await site.db.updateTable('articles').set({ version: 9 }).execute();

  await sendPiece(await files('两夜的雨。'));
  expect((await works('import'))?.found?.files).toEqual([
    expect.objectContaining({ kind: 'skipped', reason: '这篇在站里改过，没有动；要换成文件里的，请勾选覆盖' }),
  ]);
  await sendPiece(await files('两夜的雨。'));
  expect((await works('import', { overwrite: true }))?.found?.counts.updated).toBe(1);
  expect(await titles()).toEqual(['听雨']);
});

test('existing and trashed content is not imported twice', async () => {
  const [here, gone] = [await site.writes({ title: '山茶' }), await site.writes({ title: '海棠' })];
  const path = join(site.dataDir, 'own.zip');
  await writeExport(path, exportContent(site));
  await site.db.updateTable('articles').set({ markdown: '改了' }).where('id', '=', here).execute();
  await site.db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', gone).execute();
  await sendPiece(await readFile(path));
  expect((await works('preview'))?.found?.files.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
    'skipped 这篇在站里已经有了，没有动；要换成文件里的，请勾选覆盖',
    'skipped 这篇在站里已经删除，没有放回去',
  ]);
  expect((await works('import', { overwrite: true }))?.found?.counts).toMatchObject({
    updated: 1,
    skipped: 1,
    added: 0,
  });
  expect(await site.db.selectFrom('articles').select(['id', 'markdown']).orderBy('id').execute()).toEqual([
    { id: here, markdown: expect.not.stringContaining('改了') },
    { id: gone, markdown: expect.any(String) },
  ]);
});

test.each([
  [{ 'a.txt': '字' }, '压缩包里没有 Markdown 文件'],
  [{ '__MACOSX/a.md': '字' }, '压缩包里没有 Markdown 文件'],
])('a zip with %j is refused and not kept', async (files, words) => {
  const reply = await sendPiece(await zipOf(files));
  expect([reply.code, reply.message]).toEqual([400, expect.stringContaining(words)]);
  expect(await uploads()).toEqual([]);
});

test('files that are no zip, paths that escape and senders without permission are refused; a wrong list changes nothing', async () => {
  expect((await sendPiece(Buffer.from('PK 不是'))).message).toBe('压缩包打不开，可能没有传完整');
  const sly = (await zipOf({ 'aa/evil.md': '字' })).toString('latin1').replaceAll('aa/evil', '../evil');
  expect((await sendPiece(Buffer.from(sly, 'latin1'))).message).toContain('指向外面的路径');
  expect((await sendPiece(await zipOf({ 'a.md': '字' }), { viewer: site.lin })).code).toBe(403);
  expect((await sendPiece(Buffer.from('x'), { from: 5, total: 9 })).code).toBe(409);
  expect(await uploads()).toEqual([]);

  const article =
    '---\nid: 1\ntitle: 好\nauthor: 小林\ncreated: 2024-01-01T00:00:00Z\nupdated: 2024-01-01T00:00:00Z\nstate: published\n---\n\n好';
  const wrong = {
    'mojian.json': '{"product":"mojian","format":1}',
    'articles/1-好.md': article,
    'links.json': '[{"name":""}]',
  };
  await sendPiece(await zipOf(wrong));
  expect(await works('import')).toMatchObject({ state: 'failed', failure: expect.stringContaining('links.json') });
  expect(await titles()).toEqual([]);
  id = 'upload-67890';
  await sendPiece(await zipOf({ ...wrong, 'mojian.json': '{"product":"mojian","format":2}' }));
  expect((await works('preview'))?.failure).toContain('更新的版本');
});
