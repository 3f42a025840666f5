import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { storedRows } from '../../../test/stored-rows.ts';
import { upload } from '../../../test/upload.ts';
import { publicHtml } from '../../platform/db/conditions.ts';
import { compressHtml } from './compress-html.ts';
import { dropOpenings } from './stored-once.ts';

const site = freshSite();

/** Long enough to be compressed, with 引擎 in it. */
const long = `${'春天的雨下了一整夜。'.repeat(80)}这里提到了引擎。\n\n${'尾声。'.repeat(200)}`;

const show = (id: number) => site.as(null).articles.info({ query: { id } });
const isVisible = async (url: string) => (await site.app.inject({ url })).statusCode === 200;

/** Storage class and bytes of the HTML of each article. */
async function stored() {
  const bytes = site.dialect === 'sqlite' ? sql`length(html)` : sql`octet_length(html)`;
  const kind = site.dialect === 'sqlite' ? sql`typeof(html)` : sql`'text'`;
  const { rows } = await sql<{ kind: string; bytes: number }>`select ${kind} as kind, ${bytes} as bytes
    from articles order by id`.execute(site.db);
  return rows;
}

const compressedKind = () => (site.dialect === 'sqlite' ? 'blob' : 'text');

async function picture(background: string) {
  const bytes = await sharp({ create: { width: 600, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return (await upload(site, site.owner, bytes)).data.url;
}

test('on SQLite long texts are compressed, short ones stay, and nobody sees a difference', async () => {
  const id = await site.writes({ title: '长文', summary: '无', markdown: long });
  const locked = await site.writes({ markdown: `${long}\n\n<!-- more -->\n\n${long}秘密。`, readType: 4 });
  await site.writes({ markdown: '短。' });
  const seen = async () => [
    await show(id),
    await show(locked),
    await site.as(site.owner).articles.info({ query: { id: locked } }),
    await site.as(null).articles.search({ query: { keyword: '引擎' } }),
    await site.db
      .selectFrom('articles')
      .select(['id', publicHtml.as('opening')])
      .orderBy('id')
      .execute(),
    await storedRows(site.url),
  ];
  const [before, plain] = [await seen(), await stored()];
  await compressHtml(site.db);
  expect((await stored()).map(({ kind }) => kind)).toEqual([compressedKind(), compressedKind(), 'text']);
  if (site.dialect === 'sqlite') expect((await stored())[0]?.bytes).toBeLessThan((plain[0]?.bytes ?? 0) / 4);
  expect(await seen()).toEqual(before);
  expect(JSON.stringify(before[3])).toContain('引擎');
});

test('an edited text is stored plainly until the next run, which leaves the others alone', async () => {
  const ids = [await site.writes({ markdown: long }), await site.writes({ markdown: long })];
  await compressHtml(site.db);
  await site.writes({ id: ids[0] ?? 0, markdown: `${long}又添了一句。` });
  expect((await stored()).map(({ kind }) => kind)).toEqual(['text', compressedKind()]);
  expect((await show(ids[0] ?? 0)).html).toContain('又添了一句');
  await compressHtml(site.db);
  expect((await stored()).map(({ kind }) => kind)).toEqual([compressedKind(), compressedKind()]);
  expect((await show(ids[0] ?? 0)).html).toContain('又添了一句');
});

test('a second copy of an older version is dropped first, and the text compressed after it', async () => {
  const id = await site.writes({ markdown: long });
  await site.db
    .updateTable('articles')
    .set((row) => ({ openingHtml: row.ref('html') }))
    .execute();
  await compressHtml(site.db);
  expect((await stored()).map(({ kind }) => kind)).toEqual(['text']);
  await dropOpenings(site.db, { after: 0 });
  await compressHtml(site.db);
  expect((await stored()).map(({ kind }) => kind)).toEqual([compressedKind()]);
  const { openingHtml } = await site.db.selectFrom('articles').select('openingHtml').executeTakeFirstOrThrow();
  expect(openingHtml).toBe('');
  expect((await show(id)).html).toContain('引擎');
});

test('more than a batch is compressed in one run, and none in one that is stopped', async () => {
  for (let n = 0; n < 41; n++) await site.writes({ markdown: long });
  await compressHtml(site.db, AbortSignal.abort());
  expect(new Set((await stored()).map(({ kind }) => kind))).toEqual(new Set(['text']));
  await compressHtml(site.db);
  expect(new Set((await stored()).map(({ kind }) => kind))).toEqual(new Set([compressedKind()]));
});

test('pictures of a compressed text stay visible, until the text no longer has them or is gone', async () => {
  const [first, second] = [await picture('red'), await picture('blue')];
  const authorId = site.owner.id;
  const id = await site.writes({ authorId, markdown: `${long}\n\n![](${first})` });
  const other = await site.writes({ authorId, markdown: `${long}\n\n![](${second})` });
  expect([await isVisible(first), await isVisible(second)]).toEqual([true, true]);
  await compressHtml(site.db);
  expect(await site.db.selectFrom('fileUsesDue').selectAll().execute()).toEqual([]);
  expect([await isVisible(first), await isVisible(second)]).toEqual([true, true]);

  await site.db.deleteFrom('fileUses').execute();
  await site.db.updateTable('articles').set({ cover: second }).where('id', '=', id).execute(); // read anew, compressed
  expect([await isVisible(first), await isVisible(second)]).toEqual([true, true]);

  await site.writes({ id, authorId, cover: '', markdown: long });
  expect(await isVisible(first)).toBe(false);
  await compressHtml(site.db);
  await site.db.deleteFrom('articles').where('id', '=', other).execute();
  expect(await isVisible(second)).toBe(false);
  await site.writes({ id, authorId, markdown: `${long}\n\n![](${first})` });
  expect(await isVisible(first)).toBe(true);
});
