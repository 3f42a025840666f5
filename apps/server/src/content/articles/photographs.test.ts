import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { upload } from '../../../test/upload.ts';
import { findPhotographs } from './photographs.ts';

const site = freshSite();

async function picture(side: number) {
  return (await upload(site, site.lin, await noise(side))).data.url;
}

async function coverOf(id: number) {
  const { records } = await site.as(null).articles.list({ query: {} });
  const { cover, coverWidth } = records.find((one) => one.id === id) ?? {};
  return { cover, coverWidth };
}

test('the first photograph of a text is its cover, but for signs among words, until one is chosen', async () => {
  const [sign, first, second] = [await picture(90), await picture(300), await picture(320)];
  const markdown = `字 ![](${sign}) 字\n\n![](${first})\n\n![](${second})`;
  const id = await site.writes({ title: '有照片', markdown });
  expect(await coverOf(id)).toEqual({ cover: first, coverWidth: 300 });
  expect(await site.as(null).articles.info({ query: { id } })).toMatchObject({ cover: first, coverWidth: 300 });
  const chosen = await site.writes({ title: '选了', markdown, cover: second });
  expect(await coverOf(chosen)).toEqual({ cover: second, coverWidth: undefined });
});

test('the photographs of what not everybody may read stand for nothing', async () => {
  const photograph = await picture(310);
  const markdown = `开头\n\n<!-- more -->\n\n![](${photograph})`;
  const id = await site.writes({ title: '登录可读', markdown, readType: 4 });
  expect(await coverOf(id)).toEqual({ cover: '', coverWidth: undefined });
});

test('an article from before gains its photograph without being saved', async () => {
  const photograph = await picture(330);
  const id = await site.writes({ title: '旧文', markdown: `![](${photograph})` });
  await site.db.updateTable('articlePhotographs').set({ url: '', width: null }).execute();
  expect(await coverOf(id)).toEqual({ cover: '', coverWidth: undefined });
  await findPhotographs(site.db);
  expect(await coverOf(id)).toEqual({ cover: photograph, coverWidth: 330 });
});
