import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';

let site: Awaited<ReturnType<typeof testSite>>;
beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const office = () => site.office(site.owner).series;
const list = async (query: object = {}) => (await office().list({ query })).data.records;
const begins = async (name = '走山路', viewer = site.lin) =>
  (await site.as(viewer).series.create({ body: { name, intro: '' } })).id;
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(
    ({ act, subject }) => `${act} ${subject}`,
  );
const put = (articleId: number, seriesId: number, seriesPosition: number) =>
  site.db.updateTable('articles').set({ seriesId, seriesPosition }).where('id', '=', articleId).execute();
const shown = async (id: number) =>
  (await site.as(null).series.info({ query: { id } })).records.map(({ title }) => title);

test('everybody’s series are listed, found, renamed and dissolved; readers see it at once', async () => {
  const id = await begins();
  const own = await office().create({ body: { name: ' 造物 ', intro: '一件一件做' } });
  const article = await site.writes({ title: '上山' });
  await put(article, id, 1);
  expect((await list()).map(({ name, author, articles }) => [name, author.nickname, articles])).toEqual([
    ['走山路', '小林', 1],
    ['造物', '站长', 0],
  ]);
  expect((await list({ text: '一件' })).map(({ name }) => name)).toEqual(['造物']);
  expect((await list({ authorId: site.lin.id })).map(({ name }) => name)).toEqual(['走山路']);
  expect((await office().list({ query: {} })).extra.authors.map(({ name }) => name)).toEqual(['站长', '小林']);

  expect(await shown(id)).toEqual(['上山']);
  await office().update({ body: { id, name: '走水路', intro: '坐船', before: { name: '走山路', intro: '' } } });
  expect((await site.as(null).series.info({ query: { id } })).intro).toBe('坐船');
  expect((await site.as(null).articles.info({ query: { id: article } })).series?.name).toBe('走水路');
  await office().remove({ query: { id } });
  await expect(shown(id)).rejects.toMatchObject({ id: 'not-found' });
  expect((await site.as(null).articles.info({ query: { id: article } })).series).toBeNull();
  expect(await acts()).toEqual([
    `series.create series:${own.id}`,
    `series.update series:${id}`,
    `series.remove series:${id}`,
  ]);
});

test('what readers see is put in order, and a draft of another keeps its place unseen', async () => {
  const id = await begins();
  const [one, two] = [await site.writes({ title: '一' }), await site.writes({ title: '二' })];
  const hidden = await site.writes({ title: '藏着', state: 'draft' });
  const three = await site.writes({ title: '三' });
  for (const [at, article] of [one, hidden, two, three].entries()) await put(article, id, at + 1);
  expect((await office().items({ query: { id } })).map(({ title }) => title)).toEqual(['一', '二', '三']);
  await office().order({ body: { id, ids: [three, one, two] } });
  expect(await shown(id)).toEqual(['三', '一', '二']);
  const [mine] = await site.as(site.lin).series.mine();
  expect(mine?.items.map(({ title }) => title)).toEqual(['三', '藏着', '一', '二']);
  for (const ids of [[one, two], [one, one, two], [one, two, hidden], []])
    await expect(office().order({ body: { id, ids } })).rejects.toMatchObject({ id: 'stale' });
  expect(await shown(id)).toEqual(['三', '一', '二']);
  expect(await acts()).toEqual([`series.order series:${id}`]);
});

test('of two who change one series the second is told; a name an author has is not given twice', async () => {
  const id = await begins();
  await begins('走水路');
  const before = { name: '走山路', intro: '' };
  await office().update({ body: { id, name: '山路', intro: '', before } });
  await expect(office().update({ body: { id, name: '路', intro: '', before } })).rejects.toMatchObject({ id: 'stale' });
  await expect(
    office().update({ body: { id, name: '走水路', intro: '', before: { name: '山路', intro: '' } } }),
  ).rejects.toMatchObject({ id: 'taken', field: 'name' });
  for (const call of [
    () => office().update({ body: { id: 99, name: '无', intro: '', before } }),
    () => office().order({ body: { id: 99, ids: [] } }),
    () => office().items({ query: { id: 99 } }),
    () => office().remove({ query: { id: 99 } }),
  ])
    await expect(call()).rejects.toMatchObject({ id: 'not-found' });
  expect((await list()).map(({ name }) => name).sort()).toEqual(['山路', '走水路'].sort());
  expect(await acts()).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, '请输入专栏名'],
  [{ name: '长'.repeat(31) }, '专栏名不能超过 30 个字'],
  [{ name: '好', intro: '长'.repeat(201) }, '简介不能超过 200 个字'],
  [{ name: '走山路' }, '你已经有一个同名的专栏'],
])('a series %j is refused', async (body, words) => {
  await begins('走山路', site.owner);
  await expect(office().create({ body: body as never })).rejects.toThrow(words);
  expect(await list()).toHaveLength(1);
});
