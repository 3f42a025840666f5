import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { feedRoutes } from './feeds.routes.ts';

const site = freshSite();
let app: FastifyInstance;

beforeEach(async () => {
  app = Fastify();
  feedRoutes(app, site);
});
afterEach(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Titles of a feed's entries; undefined without a feed. */
async function titlesIn(url: string) {
  const { statusCode, body } = await get(url);
  if (statusCode === 404) return undefined;
  expect(statusCode).toBe(200);
  const items = body.split('<item>').slice(1);
  return items.map((item) => /<title>([^<]*)<\/title>/.exec(item)?.[1]);
}

async function numberOf(table: 'categories' | 'tags', name: string) {
  return (await site.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

test('a category, a tag, an author and a series each have a feed of their own articles, newest first', async () => {
  const { id: seriesId } = await site.db
    .insertInto('series')
    .values({ authorId: site.lin.id, name: '城市散记', intro: '在路上', createdAt: 1, updatedAt: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const first = await site.writes({ title: '桥下', category: '随笔', tags: ['桥'], publishedAt: 1 });
  await site.writes({ title: '代码', category: '技术', publishedAt: 2 });
  const third = await site.writes({ title: '桥上', category: '随笔', tags: ['桥'], publishedAt: 3 });
  await site.writes({ title: '草稿', category: '随笔', tags: ['桥', '稿'], state: 'draft' });
  await site.db.updateTable('articles').set({ seriesId }).where('id', 'in', [first, third]).execute();
  await site.db.updateTable('articles').set({ pinned: 1 }).where('id', '=', first).execute();

  const lists = [
    `/feed/category/${await numberOf('categories', '随笔')}.xml`,
    `/feed/tag/${await numberOf('tags', '桥')}.xml`,
    `/feed/series/${seriesId}.xml`,
  ];
  for (const path of lists) expect(await titlesIn(path), path).toEqual(['桥上', '桥下']);
  expect(await titlesIn(`/feed/author/${site.lin.id}.xml`)).toEqual(['桥上', '代码', '桥下']);

  const { body } = await get(lists[2] ?? '');
  expect(body).toContain('<title>城市散记 · ');
  expect(body).toContain('<description>在路上</description>');
  expect(body).toContain(`<link>https://mojian.example/series/${seriesId}</link>`);
  // an entry is the same one in each feed that has it
  const guid = /<guid[^>]*>([^<]*)<\/guid>/.exec(body)?.[1];
  expect((await get('/rss.xml')).body).toContain(`>${guid}</guid>`);
});

test('what visitors do not see has no feed, and none leads to another feed', async () => {
  await site.writes({ title: '草稿', category: '未用', tags: ['未用'], state: 'draft' });
  const gone = [
    `/feed/category/${await numberOf('categories', '未用')}.xml`,
    `/feed/tag/${await numberOf('tags', '未用')}.xml`,
    '/feed/author/999.xml',
    '/feed/series/1.xml',
    '/feed/tag/007.xml',
    '/feed/tag/99999999999.xml',
    '/feed/links/1.xml',
  ];
  for (const path of gone) expect(await titlesIn(path), path).toBeUndefined();

  await site.turn({ series: false, says: false });
  expect(await titlesIn('/feed/say.xml')).toBeUndefined();
});

test('the feed of a list has the opening of a locked article only', async () => {
  await site.writes({ title: '半开', category: '随笔', readType: 4, markdown: '开头。\n\n<!-- more -->\n\n秘密。' });
  for (const path of [
    `/feed/category/${await numberOf('categories', '随笔')}.xml`,
    `/feed/author/${site.lin.id}.xml`,
  ]) {
    const { body } = await get(path);
    expect(body).toContain('开头。');
    expect(body).toContain('阅读全文');
    expect(body).not.toContain('秘密');
  }
});

test('the newest twenty stand in the feed of a list that has many pinned ones', async () => {
  for (let day = 1; day <= 25; day++) await site.writes({ title: `第${day}天`, category: '随笔', publishedAt: day });
  await site.db.updateTable('articles').set({ pinned: 1 }).where('publishedAt', '<=', 22).execute();
  const expected = Array.from({ length: 20 }, (_, index) => `第${25 - index}天`);
  expect(await titlesIn(`/feed/category/${await numberOf('categories', '随笔')}.xml`)).toEqual(expected);
});

test('says have a feed of the public ones, titled by their openings', async () => {
  await site.says({ text: '雨停了，#桥 下有人唱歌。' });
  await site.says({ text: '只给自己看', isPublic: false });
  const held = await site.says({ text: '还在审' });
  await site.db.updateTable('says').set({ state: 'held' }).where('id', '=', held).execute();

  expect(await titlesIn('/feed/say.xml')).toEqual(['雨停了，#桥 下有人唱歌。']);
  const { body } = await get('/feed/say.xml');
  expect(body).toContain('<category>桥</category>');
  expect(body).toContain('/say?id=');
});

test('an unchanged feed of a list is 304 until one of its articles changes', async () => {
  const id = await site.writes({ category: '随笔' });
  await site.says();
  for (const path of [`/feed/category/${await numberOf('categories', '随笔')}.xml`, '/feed/say.xml']) {
    const etag = String((await get(path)).headers.etag);
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304);
    await site.db.updateTable('articles').set({ title: '秋天', version: 9 }).where('id', '=', id).execute();
    await site.says({ text: '又下了。' });
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(200);
  }
});
