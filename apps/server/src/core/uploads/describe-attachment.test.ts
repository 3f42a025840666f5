import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { madeFiles, mp3 } from '../../../test/made-files.ts';
import { upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';

const site = freshSite();

beforeEach(async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'uploads', { memberFiles: 2 }));
  forgetSettings(site.db);
});

const page = (width = 480, height = 679) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const base64 = async (width?: number, height?: number) => (await page(width, height)).toString('base64');
const send = async (name: string, bytes: Uint8Array, viewer: Viewer = site.lin) =>
  (await upload(site, viewer, { name, bytes })).data.url;
const describeAs = (viewer: Viewer, body: Record<string, unknown>) =>
  site.as(viewer).files.describe({ body: body as never });
const status = async (url: string) => (await site.app.inject({ url })).statusCode;

test('a PDF has a first page and a number of pages once its uploader’s browser has drawn it', async () => {
  const url = await send('讲义.pdf', madeFiles.pdf());
  const poster = url.replace('.pdf', '-pdf.webp');
  expect(await describeAs(site.lin, { url, pages: 12, poster: await base64() })).toMatchObject({ pages: 12, poster });
  expect(await status(poster)).toBe(404);
  const [seen] = await site.as(site.lin).files.sizes({ query: { addresses: url } });
  expect(seen).toMatchObject({ width: 480, height: 679, attachment: { name: '讲义.pdf', pages: 12, poster } });
  const signature = seen?.shown.slice(url.length) ?? '';
  expect(await status(poster + signature)).toBe(200);
  expect(await status(poster + signature.replace('s=', 's=x'))).toBe(404);

  const articleId = await site.writes({ markdown: `[讲义](${url})` });
  const { html } = await site.as(null).articles.info({ query: { id: articleId } });
  expect(html).toContain(`<img src="${poster}" width="480" height="679"`);
  expect(html).toContain('12 页 · ');
  const served = await site.app.inject({ url: poster });
  expect(served.headers['content-type']).toBe('image/webp');
  expect((await sharp(served.rawPayload).metadata()).format).toBe('webp');
});

test('an article that was saved before shows what was found since; a locked one shows nothing of a closed file', async () => {
  const url = await send('录音.mp3', mp3());
  const articleId = await site.writes({ markdown: `[录音](${url})` });
  const locked = await site.writes({ markdown: `开头。\n\n<!--more-->\n\n[录音](${url})`, readType: 4 });
  await describeAs(site.lin, { url, seconds: 75, wave: '09z' });
  const htmlOf = async (id: number) => (await site.as(null).articles.info({ query: { id } })).html;
  expect(await htmlOf(articleId)).toContain('data-wave="09z" data-seconds="75"');
  expect(await htmlOf(locked)).not.toContain('audio');
});

test('what is known stays: of a file of two members the first description counts, also after another upload', async () => {
  const url = await send('讲义.pdf', madeFiles.pdf());
  await describeAs(site.lin, { url, pages: 12, poster: await base64() });
  expect(await send('讲义.pdf', madeFiles.pdf(), site.ming)).toBe(url);
  expect(await describeAs(site.ming, { url, pages: 1, poster: await base64(100, 100) })).toMatchObject({ pages: 12 });
  const [seen] = await site.as(site.ming).files.sizes({ query: { addresses: url } });
  expect(seen).toMatchObject({ width: 480, attachment: { pages: 12 } });
  const { pictures } = await site.as(site.lin).files.mine({ query: { group: 'document' } });
  expect(pictures[0]).toMatchObject({ pages: 12, shown: expect.stringContaining('-pdf.webp?e=') });
});

test('only the uploader describes a file, as what it is, and a refusal changes nothing', async () => {
  const url = await send('讲义.pdf', madeFiles.pdf());
  const refused = (viewer: Viewer, body: Record<string, unknown>) =>
    describeAs(viewer, body).catch(({ id, field, message }) => [id, field, message]);
  expect(await refused(site.ming, { url, pages: 3 })).toEqual(['not-found', 'url', '没有传过这个附件']);
  const picture = (await upload(site, site.lin, await page())).data.url;
  for (const other of [picture, '/files/ab/x.pdf', 'https://elsewhere.example/a.pdf'])
    expect(await refused(site.lin, { url: other, pages: 3 })).toEqual(['not-found', 'url', '没有传过这个附件']);
  expect(await refused(site.lin, { url, poster: Buffer.from('<svg/>').toString('base64') })).toEqual([
    'wrong-type',
    'poster',
    expect.stringContaining('不是图片'),
  ]);
  for (const wrong of [{ pages: -1 }, { seconds: 1.5 }, { wave: '大' }, { wave: 'z'.repeat(201) }])
    expect(await refused(site.lin, { url, ...wrong })).toEqual([
      'invalid-input',
      Object.keys(wrong)[0],
      expect.any(String),
    ]);
  expect(
    await site.db.selectFrom('files').select(['pages', 'sizes']).where('type', '=', 'application/pdf').execute(),
  ).toEqual([{ pages: 0, sizes: '[]' }]);
});

test('the picture goes with its file, and the office shows it', async () => {
  const url = await send('操场.mp4', madeFiles.mp4(), site.owner);
  await describeAs(site.owner, { url, seconds: 26, poster: await base64(1280, 720) });
  const { records } = await site.office(site.owner).files.list({ query: { group: 'film' } });
  expect(records[0]).toMatchObject({ seconds: 26, thumb: expect.stringContaining('-mp4.webp?e=') });
  expect(await site.keptFiles()).toBe(2);
  await site.office(site.owner).files.remove({ body: { keys: [records[0]?.key ?? ''] } });
  expect(await site.keptFiles()).toBe(0);
});
