import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { createVisits } from '../../core/visits/visits.ts';
import { makeFeed, readSource } from '../../pages/feeds/feed.ts';
import { atom } from '../../pages/feeds/formats.ts';
import { sitemap } from '../../pages/feeds/sitemap.ts';
import { claimSlug } from './slugs.ts';

const site = freshSite();

const propose = (query: { title?: string; slug?: string; id?: number }) => site.as(site.lin).slugs.propose({ query });
const find = (slug: string) => site.as(null).slugs.find({ query: { slug } });
const claim = (id: number, slug: string) => site.db.transaction().execute((trx) => claimSlug(trx, id, slug));

/** As publishing does: the name is claimed, then written. */
async function call(id: number, slug: string) {
  await claim(id, slug);
  await site.db
    .updateTable('articles')
    .set({ slug: slug || null })
    .where('id', '=', id)
    .execute();
}

async function useSlugs(slugs: boolean) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'writing', { slugs }));
  forgetSettings(site.db);
}

const titles: [string, string][] = [
  ['重庆的银行行长', 'chong-qing-de-yin-hang-hang-zhang'],
  ['长大了，还乐意听音乐', 'zhang-da-le-hai-le-yi-ting-yin-yue'],
  ['绿了芭蕉', 'lv-le-ba-jiao'],
  ['用 Vue3 写一个 README', 'yong-vue3-xie-yi-ge-readme'],
  ['Café：C++ 与 don’t', 'cafe-cpp-yu-dont'],
  ['ＡＢＣ　１２３', 'abc-123'],
  ['2024', 'article-2024'],
];
test.each(titles)('%s is proposed as %s', async (title, slug) => {
  expect(await propose({ title })).toEqual({ slug, available: true, problem: '' });
});

test('a title without words has no proposal, a long one ends with a whole word', async () => {
  expect(await propose({ title: '🌧️……' })).toEqual({ slug: '', available: false, problem: '' });
  const { slug } = await propose({ title: '装'.repeat(100) });
  expect(slug).toMatch(/^zhuang(-zhuang)+$/);
  expect(slug.length).toBeLessThanOrEqual(80);
  expect((await propose({ title: 'x'.repeat(100) })).slug).toBe('x'.repeat(80));
});

test('a proposed slug is free, numbered from 2 if taken', async () => {
  const [one, two] = [await site.writes(), await site.writes()];
  await call(one, 'chun-tian');
  expect(await propose({ title: '春天' })).toMatchObject({ slug: 'chun-tian-2' });
  expect(await propose({ title: '春天', id: one })).toMatchObject({ slug: 'chun-tian' });
  await call(two, 'chun-tian-2');
  expect(await propose({ title: '春天' })).toMatchObject({ slug: 'chun-tian-3' });
  const long = (await propose({ title: 'x'.repeat(100) })).slug;
  await call(one, long);
  expect(await propose({ title: 'x'.repeat(100) })).toMatchObject({ slug: `${'x'.repeat(78)}-2`, available: true });
});

test('a chosen slug is validated', async () => {
  const id = await site.writes();
  await call(id, 'rain');
  expect(await propose({ slug: 'wind' })).toEqual({ slug: 'wind', available: true, problem: '' });
  expect(await propose({ slug: 'rain', id })).toMatchObject({ available: true });
  expect(await propose({ slug: 'rain' })).toMatchObject({ available: false, problem: '已有别的文章用着这个别名' });
  expect(await propose({ slug: '2024' })).toMatchObject({
    available: false,
    problem: '网址里的名字不能只有数字',
  });
  for (const slug of ['雨', 'Rain', 'a--b', '-a', 'a/b', '../a'])
    expect(await propose({ slug })).toMatchObject({ available: false, problem: expect.stringContaining('小写字母') });
  const asVisitor = site.as(null).slugs.propose({ query: { title: '春天' } });
  await expect(asVisitor).rejects.toMatchObject({ id: 'signed-out' });
});

test('a taken or invalid slug is refused and changes nothing', async () => {
  const [one, two] = [await site.writes(), await site.writes()];
  await call(one, 'rain');
  await expect(claim(two, 'rain')).rejects.toMatchObject({ id: 'taken', field: 'slug' });
  await expect(claim(two, '12')).rejects.toMatchObject({ id: 'invalid-input', field: 'slug' });
  expect(await site.db.selectFrom('movedPaths').selectAll().execute()).toEqual([]);
});

test('a former slug redirects to the article, stays reserved for it, and can be used by it again', async () => {
  const [id, other] = [await site.writes(), await site.writes()];
  await call(id, 'rain');
  await call(id, 'spring-rain');
  expect(await find('rain')).toEqual({ id });
  expect(await find('spring-rain')).toEqual({ id });
  await expect(claim(other, 'rain')).rejects.toMatchObject({ id: 'taken' });
  expect(await propose({ title: 'Rain' })).toMatchObject({ slug: 'rain-2' });
  await call(id, 'rain');
  expect(await find('rain')).toEqual({ id });
  expect(await find('spring-rain')).toEqual({ id });
  expect(await site.db.selectFrom('movedPaths').select('path').execute()).toEqual([{ path: '/article/spring-rain' }]);
});

test('a slug does not reveal an unlisted article', async () => {
  const [draft, removed] = [await site.writes({ state: 'draft' }), await site.writes()];
  await call(draft, 'secret');
  await call(removed, 'gone');
  await site.db.updateTable('articles').set({ removedAt: Date.now() }).where('id', '=', removed).execute();
  for (const slug of ['secret', 'gone', 'nothing', '1', '../x'])
    await expect(find(slug)).rejects.toMatchObject({ id: 'not-found', message: '文章不存在或尚未发布' });
});

async function everyPath(id: number) {
  const visitor = site.as(null);
  const [list, info, archive, home, found] = await Promise.all([
    visitor.articles.list({ query: {} }),
    visitor.articles.info({ query: { id } }),
    visitor.articles.archive({ query: {} }),
    visitor.home.show(),
    visitor.articles.search({ query: { keyword: '春天' } }),
  ]);
  const neighbour = await visitor.articles.info({ query: { id: id + 1 } });
  const feed = atom(await makeFeed(site.db, await readSource(site.db, site.siteUrl)), `${site.siteUrl}/atom.xml`);
  const withoutIds = feed.replaceAll(/<id>.*?<\/id>/g, ''); // an entry's id stays when its address changes
  const urls = [withoutIds, await (await sitemap(site)).make()].map(
    (xml) => new RegExp(`/article/(${id}|rain)(?=[<"])`).exec(xml)?.[0],
  );
  const own = <Item extends { id: number; path: string }>(items: Item[]) => items.find((item) => item.id === id)?.path;
  const months = archive.years.flatMap((year) => year.months).flatMap((month) => month.articles);
  const { featured, recommended } = home;
  return [
    own(list.records),
    info.path,
    own(months),
    own(featured),
    own(recommended),
    own(found.records),
    neighbour.previous?.path,
    ...urls,
  ];
}

test('an article has one address everywhere: its slug where configured, else its id', async () => {
  const id = await site.writes({ publishedAt: 1_700_000_000_000 });
  await site.writes({ publishedAt: 1_700_000_001_000 });
  // a small site's home shows what its owner chose
  await site.db.updateTable('articles').set({ featured: 1, recommended: 1 }).where('id', '=', id).execute();
  await call(id, 'rain');
  expect(new Set(await everyPath(id))).toEqual(new Set([`/article/${id}`]));
  await useSlugs(true);
  expect(new Set(await everyPath(id))).toEqual(new Set(['/article/rain']));
});

test('a non-public article keeps its numeric address for permitted viewers', async () => {
  const id = await site.writes({ state: 'draft' });
  await call(id, 'rain');
  await useSlugs(true);
  expect((await site.as(site.lin).articles.info({ query: { id } })).path).toBe(`/article/${id}`);
});

test('reads by slug and by id count for the same article, once per visitor', async () => {
  const id = await site.writes();
  await call(id, 'rain');
  const visits = createVisits({ db: site.db });
  const agent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
  for (const path of ['/article/rain', `/article/${id}`, '/article/unknown-name'])
    visits.record({ address: '203.0.113.7', agent, path });
  await visits.flush();
  expect((await site.as(null).articles.info({ query: { id } })).views).toBe(1);
});
