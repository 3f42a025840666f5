import { expect, test } from 'vitest';
import { expectRightLists } from '../../../test/article-lists.ts';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { saveSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { placeInSeries } from './series.ts';

const site = freshSite();

type Viewer = typeof site.lin | null;

const begins = async (viewer: Viewer, name = '走山路', intro = '') =>
  (await site.as(viewer).series.create({ body: { name, intro } })).id;
const place = (articleId: number, seriesId: number | null) =>
  site.db.transaction().execute((trx) => placeInSeries(trx, articleId, seriesId));
const change = (viewer: Viewer, body: { id: number; name?: string; intro?: string; articleIds?: number[] }) =>
  site.as(viewer).series.update({ body });
const remove = (viewer: Viewer, id: number) => site.as(viewer).series.remove({ query: { id } });
const info = (id: number, viewer: Viewer = null) => site.as(viewer).series.info({ query: { id } });
const titles = async (id: number) => (await info(id)).records.map(({ title }) => title);
const boxOf = async (id: number) => (await site.as(null).articles.info({ query: { id } })).series;
const rows = () => site.db.selectFrom('series').select(['name', 'intro']).execute();
const dropped = async () =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute()).flatMap(
    ({ payload }) => JSON.parse(payload).tags as string[],
  );

/** A series of 小林's with so many published articles 第1篇, 第2篇… */
async function walked(count: number) {
  const id = await begins(site.lin);
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) {
    const article = await site.writes({ title: `第${number}篇` });
    await place(article, id);
    ids.push(article);
  }
  return { id, ids };
}

test('articles join a series at its end, and each shows its place and its neighbours', async () => {
  const { id, ids } = await walked(3);
  expect(await titles(id)).toEqual(['第1篇', '第2篇', '第3篇']);
  expect(await boxOf(ids[1] as number)).toMatchObject({
    id,
    name: '走山路',
    position: 2,
    total: 3,
    from: 1,
    previous: { id: ids[0], title: '第1篇', path: `/article/${ids[0]}` },
    next: { id: ids[2], title: '第3篇', path: `/article/${ids[2]}` },
    articles: ids.map((one, index) => ({ id: one, title: `第${index + 1}篇`, path: `/article/${one}` })),
  });
  expect(await boxOf(ids[0] as number)).toMatchObject({ previous: null, next: { id: ids[1] } });
  expect(await boxOf(ids[2] as number)).toMatchObject({ previous: { id: ids[1] }, next: null });
  expect(await boxOf(await site.writes())).toBeNull();
});

test('an article saved again keeps its place; put elsewhere or nowhere it leaves', async () => {
  const { id, ids } = await walked(2);
  await place(ids[0] as number, id);
  expect(await titles(id)).toEqual(['第1篇', '第2篇']);
  const other = await begins(site.lin, '另一个');
  await place(ids[0] as number, other);
  expect([await titles(id), await titles(other)]).toEqual([['第2篇'], ['第1篇']]);
  await place(ids[1] as number, null);
  await expect(info(id)).rejects.toMatchObject({ id: 'not-found' });
});

test('an article joins a series of its own author only', async () => {
  const foreign = await begins(site.owner);
  const { id, ids } = await walked(1);
  const article = await site.writes();
  for (const seriesId of [foreign, 999]) await place(article, seriesId);
  expect(await boxOf(article)).toBeNull();
  await place(ids[0] as number, foreign);
  await expect(info(foreign, site.lin)).rejects.toMatchObject({ id: 'not-found' });
  await expect(info(id)).rejects.toMatchObject({ id: 'not-found' });
});

test('an unpublished article appears only in its author’s own list of a series, and is not counted', async () => {
  const { id, ids } = await walked(3);
  await site.writes({ id: ids[1] as number, title: '第2篇', state: 'withdrawn' });
  await place(await site.writes({ title: '草稿', state: 'draft' }), id);
  await site.db
    .updateTable('articles')
    .set({ removedAt: 1 })
    .where('id', '=', ids[2] as number)
    .execute();
  expect(await titles(id)).toEqual(['第1篇']);
  expect(await boxOf(ids[0] as number)).toMatchObject({ position: 1, total: 1, previous: null, next: null });
  expect(await site.as(null).series.list()).toMatchObject([{ id, articles: 1, author: { nickname: '小林' } }]);
  expect(await site.as(site.lin).series.mine()).toMatchObject([
    {
      articles: 1,
      items: [
        { title: '第1篇', published: true },
        { title: '第2篇', published: false },
        { title: '草稿', published: false },
      ],
    },
  ]);
  expect(await site.as(site.ming).series.mine()).toEqual([]);
});

test('a series nothing is published in exists for its author only', async () => {
  const id = await begins(site.lin, '还空着');
  expect(await site.as(null).series.list()).toEqual([]);
  for (const viewer of [null, site.ming, site.owner])
    await expect(info(id, viewer)).rejects.toMatchObject({ id: 'not-found', message: '专栏不存在' });
  expect(await info(id, site.lin)).toMatchObject({ name: '还空着', articles: 0, records: [] });
  await expect(info(999, site.lin)).rejects.toMatchObject({ id: 'not-found' });
});

test('a series shows only the public part of a locked article', async () => {
  const id = await begins(site.lin);
  await place(await site.writes({ markdown: '开头\n\n<!-- more -->\n\n秘密', readType: 4 }), id);
  expect(JSON.stringify(await info(id))).not.toContain('秘密');
});

test('its author renames and reorders a series, and its pages are dropped', async () => {
  const { id, ids } = await walked(3);
  await site.db.deleteFrom('outbox').execute();
  const wanted = [ids[2], ids[0], ids[1]] as number[];
  await change(site.lin, { id, name: '走水路', intro: '沿溪而下', articleIds: wanted });
  expect(await info(id)).toMatchObject({ name: '走水路', intro: '沿溪而下' });
  expect(await titles(id)).toEqual(['第3篇', '第1篇', '第2篇']);
  const tags = await dropped();
  for (const tag of ['series', `series:${id}`, ...ids.map((one) => `article:${one}`)]) expect(tags).toContain(tag);
  await change(site.lin, { id, intro: '' });
  expect(await info(id)).toMatchObject({ name: '走水路', intro: '' });
});

test('an order of other articles than those in the series is refused, and nothing moves', async () => {
  const { id, ids } = await walked(2);
  const [first, second] = ids as [number, number];
  const other = await site.writes();
  for (const articleIds of [[first], [first, second, other], [first, first], [], [second, other]])
    await expect(change(site.lin, { id, name: '新名', articleIds })).rejects.toMatchObject({
      id: 'stale',
      field: 'articleIds',
    });
  expect(await info(id)).toMatchObject({ name: '走山路' });
  expect(await titles(id)).toEqual(['第1篇', '第2篇']);
});

test('dissolving a series keeps its articles', async () => {
  const { id, ids } = await walked(2);
  await remove(site.lin, id);
  await expect(info(id)).rejects.toMatchObject({ id: 'not-found' });
  expect(await boxOf(ids[0] as number)).toBeNull();
  expect(await dropped()).toContain(`article:${ids[1]}`);
});

test('only its author changes or dissolves a series', async () => {
  const { id, ids } = await walked(1);
  for (const viewer of [site.ming, site.owner]) {
    await expect(change(viewer, { id, name: '夺来', articleIds: ids })).rejects.toMatchObject({ id: 'not-found' });
    await expect(remove(viewer, id)).rejects.toMatchObject({ id: 'not-found' });
  }
  await expect(change(null, { id, name: '夺来' })).rejects.toMatchObject({ id: 'signed-out' });
  await expect(remove(null, id)).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.as(null).series.mine()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await info(id)).toMatchObject({ name: '走山路' });
});

test('series names are unique per author, not empty and at most thirty characters', async () => {
  const id = await begins(site.lin, '甲');
  await begins(site.lin, '乙');
  await begins(site.ming, '甲');
  const taken = { id: 'taken', field: 'name', message: '你已经有一个同名的专栏' };
  await expect(begins(site.lin, ' 甲 ')).rejects.toMatchObject(taken);
  await expect(change(site.lin, { id, name: '乙' })).rejects.toMatchObject(taken);
  await change(site.lin, { id, name: '甲' });
  for (const name of ['', '  ', '长'.repeat(31)])
    await expect(begins(site.lin, name)).rejects.toMatchObject({ id: 'invalid-input', field: 'name' });
  await expect(begins(site.lin, '丙', '长'.repeat(201))).rejects.toMatchObject({ field: 'intro' });
  await expect(begins(null)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await rows()).toHaveLength(3);
});

test('a blocked word is refused in a member’s name and introduction of a series, not in the staff’s', async () => {
  await site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'moderation', { mode: 'none', mask: ['赌场'], hold: ['私彩'], links: 3 }));
  const refused = (field: string, word: string) => ({
    id: 'invalid-input',
    field,
    message: `含有本站不用的词「${word}」，请换一个说法`,
  });
  await expect(begins(site.lin, '赌 场攻略')).rejects.toMatchObject(refused('name', '赌场'));
  await expect(begins(site.lin, '走山路', '加私彩')).rejects.toMatchObject(refused('intro', '私彩'));
  const id = await begins(site.lin);
  await expect(change(site.lin, { id, name: '赌场' })).rejects.toMatchObject(refused('name', '赌场'));
  await expect(change(site.lin, { id, intro: '私彩' })).rejects.toMatchObject(refused('intro', '私彩'));
  expect(await rows()).toEqual([{ name: '走山路', intro: '' }]);
  await begins(site.owner, '赌场', '私彩');
});

test('members without writing permission create no series, and nobody more than a hundred', async () => {
  await site.db.insertInto('settings').values({ name: 'writing', value: '{"members":false}' }).execute();
  await expect(begins(site.lin)).rejects.toMatchObject({ id: 'not-allowed', message: '暂无发布权限' });
  expect(await rows()).toEqual([]);
  const own = Array.from({ length: 100 }, (_, index) => ({ name: `第${index}`, authorId: site.owner.id }));
  const times = { createdAt: 0, updatedAt: 0 };
  await site.db
    .insertInto('series')
    .values(own.map((one) => ({ ...one, ...times })))
    .execute();
  await expect(begins(site.owner)).rejects.toMatchObject({ id: 'invalid-input', message: '专栏最多 100 个' });
});

test('twenty articles published concurrently get distinct positions', async () => {
  const id = await begins(site.lin);
  const ids = [];
  for (let number = 0; number < 20; number++) ids.push(await site.writes({ title: `第${number}篇` }));
  await Promise.all(ids.map((one) => place(one, id)));
  const places = await site.db.selectFrom('articles').select('seriesPosition').orderBy('seriesPosition').execute();
  expect(places.map(({ seriesPosition }) => seriesPosition)).toEqual(ids.map((_, index) => index + 1));
});

test('an article of a long series lists the forty neighbouring titles', async () => {
  const { ids } = await walked(60);
  const box = async (number: number) => boxOf(ids[number - 1] as number);
  expect(await box(1)).toMatchObject({ position: 1, total: 60, from: 1 });
  expect((await box(50))?.articles.map(({ id }) => id)).toEqual(ids.slice(20));
  expect(await box(30)).toMatchObject({ from: 10, previous: { id: ids[28] } });
});

test('reordering a series while its articles are withdrawn and published loses nothing', async () => {
  const { id, ids } = await walked(4);
  const office = site.office(site.owner).articles;
  for (let round = 0; round < 20; round++) {
    const order = round % 2 === 0 ? ids.toReversed() : ids;
    const withdrawOrPublish = round % 2 === 0 ? 'withdraw' : 'publish';
    const [acted] = await Promise.all([
      office.act({ body: { ids, act: withdrawOrPublish } }),
      change(site.lin, { id, articleIds: order }),
    ]);
    expect(acted.done).toBe(ids.length);
    expect((await site.as(site.lin).series.mine())[0]?.items.map((item) => item.id)).toEqual(order);
  }
  await expectRightLists(site.db);
});

test('of two articles withdrawn at once neither dates their series', async () => {
  const { id, ids } = await walked(3);
  for (const [index, article] of ids.entries())
    await site.db
      .updateTable('articles')
      .set({ publishedAt: (index + 1) * 100 })
      .where('id', '=', article)
      .execute();
  const [, second, third] = ids as [number, number, number];
  const withdraw = (db: Db | Trx, article: number) =>
    db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', article).execute();
  await atOnce(
    site,
    (trx) => withdraw(trx, third),
    () => withdraw(site.db, second),
  );
  const series = site.db.selectFrom('series').select(['articles', 'newestAt']).where('id', '=', id);
  expect(await series.executeTakeFirst()).toEqual({ articles: 1, newestAt: 100 });
});
