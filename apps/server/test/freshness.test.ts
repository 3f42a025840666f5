import { api } from '@mojian/contract/all';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { feedRoutes } from '../src/pages/feeds/feeds.routes.ts';
import { callName } from '../src/platform/http/calls.ts';
import { freshSite } from './fresh-site.ts';

const site = freshSite();
let feeds: FastifyInstance;

beforeEach(async () => {
  feeds = Fastify();
  feedRoutes(feeds, site);
});
afterEach(async () => {
  await feeds.close();
});

const title = '雨水落在屋顶';

async function publish() {
  const owner = site.as(site.owner);
  const seriesId = (await owner.series.create({ body: { name: '四时', intro: '' } })).id;
  const content = { title, markdown: '雨水。', category: '节气', tags: ['雨'], seriesId };
  const { id, version } = await owner.drafts.create({ body: { key: 'browser-1', content } });
  await owner.drafts.submit({ body: { id, version } });
  return { id, seriesId };
}

/** Everything that lists articles, as visitors get it: what each says, and by which tags its page is dropped. */
async function everywhere({ id, seriesId }: { id: number; seriesId: number }) {
  const one = async (name: string, endpoint: Endpoint, query: object = {}) => {
    const answer = site.calls.answer(callName(endpoint), { query }, { viewer: null, address: '', agent: '' } as never);
    const { envelope, tags } = await answer.catch(() => ({ envelope: '', tags: ['articles'] }));
    return { name, says: JSON.stringify(envelope), tags };
  };
  const [category, tag] = await Promise.all([
    site.db.selectFrom('categories').select('id').executeTakeFirst(),
    site.db.selectFrom('tags').select('id').executeTakeFirst(),
  ]);
  return Promise.all([
    one('首页', api.home.show),
    one('列表', api.articles.list),
    one('归档', api.articles.archive),
    one('分类', api.articles.list, { categoryId: category?.id ?? 1 }),
    one('标签', api.articles.list, { tagId: tag?.id ?? 1 }),
    one('用户页', api.articles.byUser, { userId: site.owner.id }),
    one('搜索', api.articles.search, { keyword: '屋顶' }),
    one('专栏', api.series.info, { id: seriesId }),
    one('文章', api.articles.info, { id }),
  ]);
}

async function inFeeds(path: string) {
  const answers = await Promise.all(['/rss.xml', '/atom.xml', '/feed.json'].map((feed) => feeds.inject(feed)));
  const sitemap = (await feeds.inject('/sitemap.xml')).body;
  return [...answers.map(({ body }) => body.includes(title)), sitemap.includes(`<loc>${site.siteUrl}${path}</loc>`)];
}

const dropped = async () => {
  const rows = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  return rows.flatMap(({ payload }) => JSON.parse(payload).tags as string[]);
};

test('right after it is published an article is everywhere, and right after it is withdrawn nowhere', async () => {
  const made = await publish();
  // a small site's home recommends only what its owner chose
  await site.db.updateTable('articles').set({ featured: 1 }).where('id', '=', made.id).execute();
  const shown = await everywhere(made);
  expect(shown.filter(({ says }) => !says.includes(title))).toEqual([]);
  expect(shown.find(({ name }) => name === '首页')?.says).toContain('"counts":{"articles":1,"categories":1,"tags":1,');
  expect(await inFeeds(`/article/${made.id}`)).toEqual([true, true, true, true]);
  expect(await inFeeds(`/series/${made.seriesId}`)).toEqual([true, true, true, true]);

  await site.db.deleteFrom('outbox').execute();
  await site.as(site.owner).drafts.withdraw({ body: { id: made.id } });
  expect((await everywhere(made)).filter(({ says }) => says.includes(title))).toEqual([]);
  expect(await inFeeds(`/article/${made.id}`)).toEqual([false, false, false, false]);
  expect(await inFeeds(`/series/${made.seriesId}`)).toEqual([false, false, false, false]);
});

test('each page that shows it is dropped when it is published, and when it is withdrawn or removed', async () => {
  const made = await publish();
  const pages = await everywhere(made);
  const stale = async () => {
    const tags = await dropped();
    await site.db.deleteFrom('outbox').execute();
    return pages.filter((page) => !page.tags.some((tag) => tags.includes(tag))).map(({ name }) => name);
  };
  expect(await stale()).toEqual([]);
  await site.as(site.owner).drafts.withdraw({ body: { id: made.id } });
  expect(await stale()).toEqual([]);
  await site.as(site.owner).drafts.remove({ query: { id: made.id } });
  expect(await stale()).toEqual([]);
});

test('the sitemap tells when a page changed last, also of what was written long before it appeared', async () => {
  const publishedAt = Date.UTC(2026, 5, 1);
  const id = await site.writes({ category: '山', tags: ['水'], publishedAt, updatedAt: Date.UTC(2026, 0, 1) });
  const { body } = await feeds.inject('/sitemap.xml');
  for (const path of ['/', `/article/${id}`, '/category?id=1', '/tags?id=1'])
    expect(body, path).toContain(`<loc>${site.siteUrl}${path}</loc>\n<lastmod>2026-06-01T00:00:00.000Z</lastmod>`);
  await site.writes({ id, category: '山', tags: ['水'], publishedAt, updatedAt: Date.UTC(2026, 6, 1) });
  expect((await feeds.inject('/sitemap.xml')).body).toContain(
    `<loc>${site.siteUrl}/article/${id}</loc>\n<lastmod>2026-07-01T00:00:00.000Z</lastmod>`,
  );
});
