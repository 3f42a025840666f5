import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { findMoved, rememberMoved } from '../../content/slugs/moved.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { feedRoutes } from './feeds.routes.ts';

const site = freshSite();
let app: FastifyInstance;

beforeEach(async () => {
  app = Fastify();
  feedRoutes(app, site);
});
afterEach(async () => {
  await app.close();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const feeds = ['/rss.xml', '/atom.xml', '/feed.json'];

/** The texts of an element, unescaped, in a document whose markup the test has seen. */
function texts(xml: string, name: string) {
  const found = xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
}

async function jsonItems() {
  return (await get('/feed.json')).json().items;
}

test('an empty site has feeds, a sitemap of its fixed pages and rules for robots', async () => {
  for (const path of feeds) expect((await get(path)).statusCode).toBe(200);
  expect(await jsonItems()).toEqual([]);

  const screens = [
    '/',
    '/archive',
    '/category',
    '/tags',
    '/series',
    '/say',
    '/message',
    '/links',
    '/navigation',
    '/hot',
    '/about',
    '/privacy',
  ];
  const pages = screens.map((path) => `https://mojian.example${path}`);
  expect(texts((await get('/sitemap.xml')).body, 'loc')).toEqual(pages);
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://mojian.example/sitemap.xml');
});

test('the newest twenty articles stand in every feed, newest first', async () => {
  for (let day = 1; day <= 21; day++)
    await site.writes({ title: `第${day}天`, publishedAt: Date.UTC(2026, 0, day), updatedAt: Date.UTC(2026, 0, day) });

  const expected = Array.from({ length: 20 }, (_, index) => `第${21 - index}天`);
  expect(texts((await get('/rss.xml')).body, 'title').slice(1)).toEqual(expected);
  expect(texts((await get('/atom.xml')).body, 'title').slice(1)).toEqual(expected);
  expect((await jsonItems()).map(({ title }: { title: string }) => title)).toEqual(expected);
});

test('entries contain the full text with absolute addresses', async () => {
  const id = await site.writes({
    markdown:
      '## 一\n\n[归档](/archive?a=1&b=2)、[上面](#一)、[别处](https://elsewhere.example/)\n\n![河](/files/ab/cd.webp)',
  });
  const [{ content_html: html, url }] = await jsonItems();
  expect(url).toBe(`https://mojian.example/article/${id}`);
  expect(html).toContain('href="https://mojian.example/archive?a=1&amp;b=2"');
  expect(html).toMatch(new RegExp(`href="${url}#[^"]+"`));
  expect(html).toContain('href="https://elsewhere.example/"');
  expect(html).toContain('src="https://mojian.example/files/ab/cd.webp"');
  expect(texts((await get('/rss.xml')).body, 'content:encoded')).toEqual([html]);
  expect(texts((await get('/atom.xml')).body, 'content')).toEqual([html]);
});

test('a reprint is by its writer in every feed, as on its page; others are by their author', async () => {
  await site.writes({ title: '转载', original: false, sourceAuthor: '周作', publishedAt: 2 });
  await site.writes({ title: '原创', publishedAt: 1 });
  const own = (await jsonItems())[1].authors[0].name;
  expect(own).not.toBe('周作');
  expect((await jsonItems())[0].authors).toEqual([{ name: '周作' }]);
  expect(texts((await get('/rss.xml')).body, 'dc:creator')).toEqual(['周作', own]);
  expect(texts((await get('/atom.xml')).body, 'name').slice(1)).toEqual(['周作', own]);
});

/** Ids of the entries in each format, under the address the site has by then. */
async function idsUnder(siteUrl: string) {
  const server = Fastify();
  feedRoutes(server, { db: site.db, siteUrl });
  const [rss, atom, json] = await Promise.all(feeds.map(async (url) => (await server.inject(url)).body));
  await server.close();
  return {
    rss: texts(rss ?? '', 'guid'),
    atom: texts(atom ?? '', 'id'),
    json: JSON.parse(json ?? '').items.map(({ id }: { id: string }) => id),
  };
}

test('ids of entries stay, whatever the slug, its switch or the site’s address', async () => {
  const id = await site.writes({ title: '编号' });
  await site.db.updateTable('articles').set({ slug: 'bianhao' }).where('id', '=', id).execute();
  const first = await idsUnder('https://mojian.example');
  expect(first.rss).toEqual([
    expect.stringMatching(new RegExp(`^tag:mojian\\.example,\\d{4}-\\d\\d-\\d\\d:[0-9a-f]{8}/article/${id}$`)),
  ]);
  expect(first.json).toEqual(first.rss);
  expect(first.atom).toEqual(['https://mojian.example/', ...first.rss]);

  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { slugs: true }));
  forgetSettings(site.db);
  expect(await idsUnder('https://mojian.example')).toEqual(first);
  await site.db.updateTable('articles').set({ slug: 'bianhao-xin' }).where('id', '=', id).execute();
  expect(await idsUnder('https://mojian.example')).toEqual(first);
  expect(await idsUnder('https://new.example')).toEqual(first);
  expect((await jsonItems())[0].url).toBe('https://mojian.example/article/bianhao-xin');
  expect((await get('/rss.xml')).body).toContain('<guid isPermaLink="false">');
});

test('a formula arrives once, without its source', async () => {
  await site.writes({ markdown: '$\\sum_{i=1}^n i$' });
  const [{ content_html: html }] = await jsonItems();
  expect(html).toContain('<math');
  expect(html).not.toMatch(/annotation|\\sum/);
});

test('code arrives as code, without buttons and colours', async () => {
  await site.writes({ markdown: '```ts title="a.ts"\nconst a = 1;\n```' });
  const [{ content_html: html }] = await jsonItems();
  expect(html).toMatch(/<code>const a = 1;\s*<\/code>/);
  expect(html).not.toMatch(/<button|复制/);
});

test('hidden, draft and removed articles are in no feed and no sitemap', async () => {
  const locked = await site.writes({ markdown: '开头\n\n<!-- more -->\n\n秘密一', readType: 4 });
  await site.writes({ title: '草稿', markdown: '秘密二', state: 'draft' });
  const removed = await site.writes({ markdown: '秘密三' });
  await site.db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', removed).execute();

  for (const path of feeds) {
    const { body } = await get(path);
    expect(body).not.toContain('秘密');
    expect(body).toContain('开头');
    expect(body).toContain('阅读全文');
  }
  const articles = texts((await get('/sitemap.xml')).body, 'loc').filter((url) => url.includes('/article/'));
  expect(articles).toEqual([`https://mojian.example/article/${locked}`]);
});

test('no title breaks the document: markup, control characters, half surrogates, ends of CDATA', async () => {
  const title = 'a]]>b<c>&"d\u0001\u000b]]>';
  await site.writes({ title, summary: '\ud800 ]]> &amp; \ufffe', tags: ['<b>"'] });
  for (const path of ['/rss.xml', '/atom.xml', '/sitemap.xml']) {
    const { body } = await get(path);
    expect(body).not.toMatch(/[[\p{Cc}\ufffe]--[\t\n\r\x7f-\x9f]]/v);
    expect(body).not.toContain(']]>');
    expect(body.replace(/<\?xml[^>]*>|<\/?[\w:]+(?: [\w:]+="[^"<>]*")*\/?>/g, '')).not.toMatch(/[<>]/);
  }
  expect(texts((await get('/rss.xml')).body, 'title')[1]).toBe('a]]>b<c>&"d ]]>');
});

test('an unchanged answer is 304 until an article or a setting changes', async () => {
  const id = await site.writes();
  for (const path of [...feeds, '/sitemap.xml', '/robots.txt']) {
    const first = await get(path);
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const again = await get(path, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }

  const { etag } = (await get('/rss.xml')).headers;
  await site.writes({ id, markdown: '改过了。', updatedAt: Date.now() + 1000 });
  const changed = await get('/rss.xml', { 'if-none-match': String(etag) });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('改过了');
});

test('a text that is rewritten with its date reaches the feeds', async () => {
  const id = await site.writes({ title: '雨', markdown: '[旧站](https://old.example/)' });
  const before = await get('/rss.xml');
  expect(before.body).toContain('old.example');
  const rewritten = { html: '<p>/files/a.webp</p>', version: sql<number>`version + 1` };
  await site.db.updateTable('articles').set(rewritten).where('id', '=', id).execute();
  const headers = { 'if-none-match': String(before.headers.etag) };
  const after = await get('/rss.xml', headers);
  expect(after.statusCode).toBe(200);
  expect(after.body).not.toContain('old.example');
});

test('many who ask for a document at once get the one that is made for the first', async () => {
  const selects = vi.spyOn(site.db, 'selectFrom');
  const countedFor = async (readers: number) => {
    selects.mockClear();
    const all = await Promise.all(Array.from({ length: readers }, () => get('/sitemap.xml')));
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    return selects.mock.calls.length;
  };
  await site.writes({ title: '雨' });
  const first = await countedFor(1);
  const known = await countedFor(1);
  expect(first).toBeGreaterThan(known);
  await site.writes({ title: '雪' });
  expect(await countedFor(20)).toBeLessThanOrEqual(first + 19 * known);
  selects.mockRestore();
});

test('feeds are sent compressed', async () => {
  await site.writes({ markdown: '雨水。'.repeat(2000) });
  const { headers, rawPayload } = await get('/rss.xml', { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('gzip');
  expect(rawPayload.length).toBeLessThan(5000);
});

test('a feed carries the name of the site', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'identity', { name: '林间 & 溪' }));
  expect(texts((await get('/rss.xml')).body, 'title')).toEqual(['林间 & 溪']);
});

test('the sitemap lists categories and tags that have articles, with the day of their last change', async () => {
  const updatedAt = Date.UTC(2026, 4, 1);
  await site.writes({ category: '山', tags: ['水'], publishedAt: updatedAt, updatedAt });
  await site.writes({ category: '空', tags: ['无'], state: 'draft' });
  const { body } = await get('/sitemap.xml');
  const places = texts(body, 'loc').filter((url) => url.includes('?id='));
  expect(places.map((url) => url.replace(/\d+$/, ''))).toEqual([
    'https://mojian.example/category?id=',
    'https://mojian.example/tags?id=',
  ]);
  expect(texts(body, 'lastmod')).toEqual(Array(8).fill('2026-05-01T00:00:00.000Z'));
});

test('a large site has its sitemap in parts', async () => {
  const id = await site.writes();
  const row = await site.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { id: _, ...copy } = row;
  for (let batch = 0; batch < 50; batch++) await site.db.insertInto('articles').values(Array(200).fill(copy)).execute();

  const addresses = texts((await get('/sitemap.xml')).body, 'loc');
  expect(addresses).toEqual([0, 1, 2, 3].map((part) => `https://mojian.example/sitemap-${part}.xml`));
  const [around, first, second, last] = await Promise.all(
    [0, 1, 2, 3].map(async (part) => texts((await get(`/sitemap-${part}.xml`)).body, 'loc')),
  );
  expect(around).toHaveLength(12);
  expect([first, second, last].map((part) => part?.length)).toEqual([4999, 5000, 2]);
  expect((await get('/sitemap-4.xml')).statusCode).toBe(404);
});

test('a part of the sitemap changes with its own articles only, and a reader is told that it has not', async () => {
  const id = await site.writes();
  const row = await site.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await site.db
    .insertInto('articles')
    .values([5000, 10_000].map((other) => ({ ...row, id: other })))
    .execute();
  const etags = () => Promise.all([1, 2, 3].map(async (part) => (await get(`/sitemap-${part}.xml`)).headers.etag));
  const before = await etags();
  const touch = (change: object, at: number) =>
    site.db.updateTable('articles').set(change).where('id', '=', at).execute();
  await touch({ views: 7, likes: 3 }, 5000);
  expect(await etags()).toEqual(before);
  await touch({ updatedAt: Date.now() + 1000 }, 5000);
  const after = await etags();
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(after[1]).not.toBe(before[1]);
  await touch({ state: 'withdrawn' }, 5000);
  expect((await get('/sitemap-2.xml')).statusCode).toBe(404);
  expect((await get('/sitemap.xml')).body).not.toContain('/article/5000');
  await site.db.deleteFrom('articles').where('id', '=', 10_000).execute();
  expect((await get('/sitemap.xml')).body).toContain('/article/1<');
});

test('a former feed address redirects to the new one', async () => {
  const { statusCode, headers } = await get('/index.xml');
  expect([statusCode, headers.location]).toEqual([301, '/rss.xml']);
});

test('a moved address is found in every spelling, an unknown one is not', async () => {
  await site.db.transaction().execute((trx) => rememberMoved(trx, '/2024/05/雨.html', '/article/7', 'import'));
  for (const path of [
    '/2024/05/雨',
    '/2024/05/%E9%9B%A8/',
    '/2024/05/%E9%9B%A8/index.html',
    '/2024/05/雨.html?from=rss',
  ])
    expect(await findMoved(site.db, path)).toBe('/article/7');
  for (const path of ['/2024/05', '/', '/%E9%', '/\0', '/'.repeat(3000)])
    expect(await findMoved(site.db, path)).toBe(undefined);
});

test('an address never leads to itself', async () => {
  await site.db.transaction().execute((trx) => rememberMoved(trx, '/article/7', '/article/7', 'import'));
  expect(await findMoved(site.db, '/article/7')).toBe(undefined);
});

test('robots.txt has the owner’s lines, and disallows everything on a hidden site', async () => {
  const set = async (seo: object) => {
    await site.db.transaction().execute((trx) => saveSettings(trx, 'seo', seo));
    forgetSettings(site.db);
  };
  await set({ robots: 'User-agent: GPTBot\nDisallow: /' });
  expect((await get('/robots.txt')).body).toMatch(
    /Disallow: \/admin[\s\S]+User-agent: GPTBot\nDisallow: \/\n[\s\S]*Sitemap: /,
  );
  await set({ hidden: true });
  expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
});

test('characters that XML forbids are neither stored nor in any feed, the sitemap or a page address', async () => {
  const odd = '雨\u0007\ufffe\0后\ud800';
  const id = await site.writes({ title: odd, summary: odd, markdown: odd, category: odd, tags: [odd], slug: '' });
  const stored = await site.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ title: '雨后\ufffd', summary: '雨后\ufffd' });
  const tags = await site.db.selectFrom('tags').select('name').execute();
  const categories = await site.db.selectFrom('categories').select('name').execute();
  expect([...tags, ...categories].map(({ name }) => name)).toEqual(['雨后\ufffd', '雨后\ufffd']);

  // As a row of before, or one that something else wrote.
  await site.db.updateTable('articles').set({ title: '雨\u0007\ufffe后' }).where('id', '=', id).execute();
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'identity', { name: '站\u0007', description: '\ufffe' }));
  for (const path of [...feeds, '/sitemap.xml']) {
    const { statusCode, body } = await get(path);
    expect({ path, statusCode }).toEqual({ path, statusCode: 200 });
    expect(body).not.toMatch(/[[\p{Cc}\ufffe\uffff]--[\n]]|\\u0007|\\ufffe/v);
    expect(body.isWellFormed()).toBe(true);
  }
  expect(await jsonItems()).toMatchObject([{ title: '雨后', tags: ['雨后\ufffd', '雨后\ufffd'] }]);
});
