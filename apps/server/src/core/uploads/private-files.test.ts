import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { signatureOf } from '../../platform/storage/storage.ts';
import { withPictures } from './public-files.ts';

const site = freshSite();

let shade = 0;
async function picture(viewer: Viewer, width = 600) {
  const background = { r: shade++ % 256, g: 40, b: 90 };
  const bytes = await sharp({ create: { width, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  return (await upload(site, viewer, bytes)).data.url;
}
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: reported } = await site.app.inject({ url: url.replaceAll('&amp;', '&'), headers });
  return { status: statusCode, caching: reported['cache-control'] };
};
const isPublic = { status: 200, caching: 'public, max-age=31536000, immutable' };
const isPrivate = { status: 404, caching: 'no-store' };
const isSigned = { status: 200, caching: expect.stringMatching(/^private, max-age=\d+, immutable$/) };
const shownTo = async (viewer: Viewer, url: string) =>
  (await site.as(viewer).files.sizes({ query: { addresses: url } }))[0]?.shown ?? '';
const srcIn = (html: string) => /src="(\/files\/[^"]+)"/.exec(html)?.[1] ?? '';
const small = (url: string) => url.replace('.webp', '-480.webp');

test('a fresh upload and its copies are visible to their uploader only, by signed addresses', async () => {
  const url = await picture(site.lin);
  expect(await get(url)).toEqual(isPrivate);
  expect(await get(small(url), { 'if-none-match': '*' })).toEqual(isPrivate);
  expect(await get(url, { authorization: tokenOf(site.lin) })).toEqual(isPrivate);

  const signed = await shownTo(site.lin, url);
  expect(signed).toMatch(/^\/files\/\w\w\/\w{32}\.webp\?e=\w+&s=[\w-]{22}$/);
  expect(await shownTo(site.lin, url)).toBe(signed);
  expect(await get(signed)).toEqual(isSigned);
  expect(await get(small(signed))).toEqual(isSigned);
  expect(await shownTo(site.owner, url)).toBe(url);
});

test('a signature is valid for one picture and expires', async () => {
  const [url, other] = [await picture(site.lin), await picture(site.lin)];
  const [, signature = ''] = (await shownTo(site.lin, url)).split('?');
  expect(await get(`${other}?${signature}`)).toEqual(isPrivate);
  expect(await get(`${url}?${signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`)).toEqual(isPrivate);
  expect(await get(`${url}?${signature.replace('e=', 'e=z')}`)).toEqual(isPrivate);
  for (const odd of ['?e=', '?e=1&s=1', '?e=1&e=2&s=3', '?e=zzzzzzzzzzzzzzzzzz&s=x'])
    expect(await get(url + odd)).toEqual(isPrivate);

  const { value } = await site.db.selectFrom('secrets').select('value').executeTakeFirstOrThrow();
  const key = url.replace('/files/', '');
  expect(await get(`${url}?${signatureOf(value, key)}`)).toEqual(isSigned);
  expect(await get(`${url}?${signatureOf(value, key, Date.now() - 3 * 3_600_000)}`)).toEqual(isPrivate);
  expect(await get(`${url}?${signatureOf(value, key, Date.now() + 3 * 3_600_000)}`)).toEqual(isPrivate);
  expect(await get(`${url}?${signatureOf('another', key)}`)).toEqual(isPrivate);
});

test('pictures of an article are public while it is', async () => {
  const [text, cover] = [await picture(site.owner), await picture(site.owner)];
  const content = { title: '山茶', markdown: `开了。\n\n![](${text})`, cover, category: '随笔' };
  const { id } = await site.as(site.owner).drafts.create({ body: { key: 'a-draft-of-mine', content } });
  for (const one of [text, cover]) expect(await get(one)).toEqual(isPrivate);
  const own = await site.as(site.owner).drafts.list({ query: {} });
  expect(await get(own.data.records[0]?.cover ?? '')).toEqual(isSigned);

  const { data: share } = { data: await site.as(site.owner).shares.create({ body: { id, days: 1 } }) };
  const shared = await site.as(null).shares.show({ query: { token: share.path.replace('/draft/', '') } });
  expect(await get(srcIn(shared.html))).toEqual(isSigned);

  const draft = await site.as(site.owner).drafts.mine({ query: { id } });
  expect(draft.content).toMatchObject({ cover, markdown: content.markdown });
  await site.as(site.owner).drafts.submit({ body: { id, version: draft.version } });
  for (const one of [text, cover, small(text)]) expect(await get(one)).toEqual(isPublic);
  expect(srcIn((await site.as(null).articles.info({ query: { id } })).html)).toBe(text);

  await site.as(site.owner).drafts.withdraw({ body: { id } });
  for (const one of [text, cover]) expect(await get(one)).toEqual(isPrivate);
  const seen = await site.as(site.owner).articles.info({ query: { id } });
  expect(await get(srcIn(seen.html))).toEqual(isSigned);
});

test('pictures in the locked part of an article need the unlock', async () => {
  const [above, below] = [await picture(site.lin), await picture(site.lin)];
  const markdown = `先看。\n\n![](${above})\n\n<!-- more -->\n\n后看。\n\n![](${below})`;
  const id = await site.writes({ markdown, readType: 1 });
  const opening = await site.as(null).articles.info({ query: { id } });
  if (opening.html.includes(above)) expect(await get(above)).toEqual(isPublic);
  expect(opening.html).not.toContain(below);
  expect(await get(below)).toEqual(isPrivate);
  const whole = await site.as(site.owner).articles.info({ query: { id } });
  const signed =
    [...whole.html.matchAll(/src="(\/files\/[^"]+)"/g)]
      .map(([, src = '']) => src)
      .find((src) => src.startsWith(below)) ?? '';
  expect(await get(signed)).toEqual(isSigned);
});

test('a picture of a private room is visible to its two members only', async () => {
  const url = await picture(site.lin);
  const { id: roomId } = await site.as(site.lin).chat.addRoom({ query: { userId: site.ming.id } });
  await site.as(site.lin).chat.send({ body: { roomId, text: '你好', key: 'b' } });
  await site.as(site.ming).chat.send({ body: { roomId, text: '你好', key: 'c' } });
  await site.as(site.lin).chat.send({ body: { roomId, text: '', picture: url, key: 'a' } });
  expect(await get(url)).toEqual(isPrivate);
  const heard = await site.as(site.ming).chat.history({ query: { roomId } });
  expect(await get(JSON.stringify(heard).match(/\/files\/[^"]+/)?.[0] ?? '')).toEqual(isSigned);
  expect(await site.db.selectFrom('chatMessages').select('picture').execute()).toContainEqual({
    picture: expect.stringContaining(`"${url}"`),
  });
  const listed = await site.office(site.owner).files.list({ query: {} });
  expect(listed).toMatchObject({ records: [], total: 0 });
});

test('using another member’s picture address in a text does not open the picture', async () => {
  const url = await picture(site.lin);
  await site.as(site.ming).files.sizes({ query: { addresses: url } });
  expect(await shownTo(site.ming, url)).toBe(url);
  await site.writes({ authorId: site.ming.id, markdown: `![](${url})`, cover: url });
  await site.db.updateTable('users').set({ cover: '' }).execute();
  expect(await get(url)).toEqual(isPrivate);
});

test('pictures of a say are public while it is public and not held', async () => {
  const url = await picture(site.owner);
  const say = { text: '自己看', pictures: [url], place: '', isPublic: false };
  const { id } = await site.as(site.owner).says.insert({ body: say });
  expect(await get(url)).toEqual(isPrivate);
  const [mine] = (await site.as(site.owner).says.list({ query: {} })).records;
  const signed = mine?.pictures[0]?.url ?? '';
  expect(await get(signed)).toEqual(isSigned);

  await site.as(site.owner).says.update({ body: { ...say, id, pictures: [signed], isPublic: true } });
  expect(await site.db.selectFrom('says').select('pictures').execute()).toEqual([
    { pictures: expect.stringContaining(`"${url}"`) },
  ]);
  expect(await get(url)).toEqual(isPublic);
  expect((await site.as(null).says.list({ query: {} })).records[0]?.pictures[0]?.url).toBe(url);
  await site.office(site.owner).says.act({ body: { ids: [id], act: 'hold' } });
  expect(await get(url)).toEqual(isPrivate);
});

test('pictures of avatars, comments, settings and friend links are public while used', async () => {
  const [avatar, said, logo] = [await picture(site.lin), await picture(site.ming), await picture(site.owner)];
  await site.db.updateTable('users').set({ avatar }).where('id', '=', site.lin.id).execute();
  const articleId = await site.writes();
  const comment = await site.as(site.ming).comments.post({ body: { articleId, text: '看图', pictures: [said] } });
  await site.db
    .insertInto('settings')
    .values({ name: 'test', value: JSON.stringify({ logo }) })
    .execute();
  for (const one of [avatar, said, logo]) expect(await get(one)).toEqual(isPublic);

  await site.as(site.ming).comments.remove({ query: { id: comment.id } });
  await site.db.updateTable('users').set({ avatar: '' }).execute();
  await site.db.deleteFrom('settings').where('name', '=', 'test').execute();
  for (const one of [avatar, said, logo]) expect(await get(one)).toEqual(isPrivate);
});

test('the file list reveals no title or place of private content', async () => {
  const [drafted, open] = [await picture(site.lin), await picture(site.lin)];
  await site.writes({ title: '秘密的题目', cover: drafted, markdown: `![](${open})`, state: 'draft' });
  await site.writes({ title: '公开的题目', markdown: `![](${open})` });
  const unused = await picture(site.ming);
  const { records } = await site.office(site.owner).files.list({ query: {} });
  expect(JSON.stringify(records)).not.toContain('秘密');
  expect(records.map(({ key, url }) => [key, url])).toEqual([
    [unused.replace('/files/', ''), ''],
    [open.replace('/files/', ''), open],
  ]);
  expect(records[1]?.uses.map(({ place, title }) => [place, title])).toEqual([['articles', '公开的题目']]);
});

test('two processes that create the signing secret concurrently share one', async () => {
  const url = await picture(site.lin);
  await site.db.deleteFrom('secrets').execute();
  // in one thread two connections to one file wait for each other for ever
  const second = site.dialect === 'postgres' ? openDatabase(site.url) : site.db;
  try {
    const signed = await Promise.all(
      [site.db, second, site.db, second].map((db) => withPictures(db, url, { authorId: site.lin.id })),
    );
    expect(new Set(signed).size).toBe(1);
    expect(signed[0]).not.toBe(url);
    expect(await get(signed[0] ?? '')).toEqual(isSigned);
    expect(await site.db.selectFrom('secrets').select('name').execute()).toHaveLength(1);
  } finally {
    if (second !== site.db) await second.destroy();
  }
});

test('the preview of a settings text signs its author’s pictures, and nobody else’s', async () => {
  const [mine, others] = [await picture(site.owner), await picture(site.lin)];
  const { html } = await site.office(site.owner).settings.preview({ body: { text: `![](${mine})\n\n![](${others})` } });
  const [first = '', second = ''] = [...html.matchAll(/src="(\/files\/[^"]+)"/g)].map(([, src]) => src);
  expect(await get(first)).toEqual(isSigned);
  expect(second).toBe(others);
  expect(await get(second)).toEqual(isPrivate);
});
