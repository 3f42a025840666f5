import type { ArticleContent } from '@mojian/contract/content/article-content';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { upload } from '../../../test/upload.ts';
import { exportContent } from '../../operations/content-export/export-content.ts';
import { archiveFiles } from '../../operations/exports/archive-files.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { measureCover } from './album-cover.ts';

const site = freshSite();

let pictures = 0;
/** Uploads a photograph of one colour, whose left half is black if so wished. */
async function photograph(colour: string, { half = false, width = 1200, height = 800 } = {}) {
  const black = { create: { width: width / 2, height, channels: 3 as const, background: '#000' } };
  // makes the file one of its own
  const mark = { create: { width: 8 + ++pictures, height: 1, channels: 3 as const, background: '#808080' } };
  const layers = [...(half ? [{ input: await sharp(black).png().toBuffer(), left: 0, top: 0 }] : [])];
  const file = await sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([...layers, { input: await sharp(mark).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  return (await upload(site, site.owner, file)).data.url;
}

async function begin(viewer: Viewer, content: Partial<ArticleContent>, kind: 'article' | 'page' = 'article') {
  const whole = { title: '雾里的三十一天', isAlbum: true, ...content };
  return site.as(viewer).drafts.create({ body: { key: `album-${++pictures}-key`, kind, content: whole } });
}

const submit = (viewer: Viewer, { id, version }: { id: number; version: number }) =>
  site.as(viewer).drafts.submit({ body: { id, version } });
const show = (id: number) => site.as(null).articles.info({ query: { id } });

async function publishes(content: Partial<ArticleContent>) {
  const draft = await begin(site.owner, content);
  await submit(site.owner, draft);
  await measureCover(site, draft);
  return draft.id;
}

test('an album is listed like an article, and shows what its cover says and a contact sheet', async () => {
  const [one, two] = [await photograph('#345'), await photograph('#543')];
  const markdown = `雾来了。\n\n![湖](${one} "湖｜洱海")\n\n![山](${two})`;
  const id = await publishes({ markdown, albumPlace: '洱海，大理', albumTime: '2026 年 10 月' });
  const { album, html, isAlbum, kind } = await show(id);
  expect({ album, isAlbum, kind }).toEqual({
    album: { place: '洱海，大理', time: '2026 年 10 月', veil: 1, pictures: 2 },
    isAlbum: true,
    kind: 'article',
  });
  expect([...html.matchAll(/class="album-frame" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([one, two]);
  const { records } = await site.as(null).articles.list({ query: {} });
  expect(records.map((card) => [card.id, card.isAlbum])).toEqual([[id, true]]);

  const { version, content } = await site.as(site.owner).drafts.mine({ query: { id } });
  expect(content).toMatchObject({ isAlbum: true, albumPlace: '洱海，大理' });
  const saved = await site
    .as(site.owner)
    .drafts.save({ body: { id, version, content: { ...content, isAlbum: false } } });
  await submit(site.owner, { id, version: saved.version });
  expect(await show(id)).toMatchObject({ album: null, isAlbum: false });
  expect((await show(id)).html).not.toContain('album-frame');
});

test('a text without a picture is not published as an album, nor handed in as one', async () => {
  const lacks = { id: 'invalid-input', field: 'markdown', message: expect.stringContaining('还没有照片，先传几张') };
  const markdown = '只有字。\n\n```\n![](/files/a.webp)\n```\n\n还有 `![](/files/b.webp)`。';
  for (const viewer of [site.owner, site.lin])
    await expect(submit(viewer, await begin(viewer, { markdown }))).rejects.toMatchObject(lacks);
  const draft = await begin(site.owner, { markdown: '![](/files/a.webp)', slug: 'gear' }, 'page');
  await expect(submit(site.owner, draft)).rejects.toMatchObject({ id: 'invalid-input', field: 'isAlbum' });
});

test('the words’ ground is as dark as white needs on the part of the cover that the focal point keeps', async () => {
  const veilOf = async (cover: string, focusX = 50) =>
    (await show(await publishes({ markdown: `![](${cover})`, focusX }))).album?.veil;
  expect(await veilOf(await photograph('#fff'))).toBe(3);
  expect(await veilOf(await photograph('#c4c4c4'))).toBe(2);
  expect(await veilOf(await photograph('#333'))).toBe(1);
  const wide = await photograph('#fff', { half: true, width: 2000, height: 400 });
  expect([await veilOf(wide, 0), await veilOf(wide, 100)]).toEqual([1, 3]);
});

test('what is behind a lock of an album is neither counted nor on its contact sheet', async () => {
  const [one, two, hidden] = [await photograph('#111'), await photograph('#222'), await photograph('#333')];
  const markdown = `![](${one})\n\n![](${two})\n\n<!-- more -->\n\n![](${hidden})`;
  const { album, html, locked } = await show(await publishes({ markdown, readType: 4 }));
  expect({ locked, pictures: album?.pictures }).toEqual({ locked: true, pictures: 2 });
  expect(html).not.toContain(hidden);
});

test('an album stays one in the export of the site and in its author’s archive', async () => {
  const markdown = `![](${await photograph('#345')})`;
  await publishes({ markdown, albumPlace: '洱海', albumTime: '十月' });
  const files: string[] = [];
  for await (const { name, content } of exportContent(site))
    if (name.startsWith('articles/')) files.push(String(content));
  for await (const { name, content } of archiveFiles(site, site.owner.id, async () => {})) {
    if (!name.startsWith('articles/')) continue;
    let text = '';
    for await (const piece of content) text += piece;
    files.push(text);
  }
  expect(files).toHaveLength(2);
  for (const file of files) expect(file).toMatch(/kind: album[\s\S]*albumPlace: 洱海\n[\s\S]*albumTime: 十月\n/);
});
