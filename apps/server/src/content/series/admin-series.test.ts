import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

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
const arrange = (body: { id: number; before: number[]; ids: number[] }) => office().arrange({ body });
const inside = async () => (await site.as(site.lin).series.mine()).at(-1)?.items.map(({ title }) => title);
const shown = async (id: number) =>
  (await site.as(null).series.info({ query: { id } })).records.map(({ title }) => title);

test('series of all authors are listed, searched, renamed and dissolved; readers see it at once', async () => {
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

test('visible articles are ordered, and hidden drafts keep their position', async () => {
  const id = await begins();
  const [one, two] = [await site.writes({ title: '一' }), await site.writes({ title: '二' })];
  const hidden = await site.writes({ title: '藏着', state: 'draft' });
  const three = await site.writes({ title: '三' });
  for (const [at, article] of [one, hidden, two, three].entries()) await put(article, id, at + 1);
  const before = [one, two, three];
  expect((await office().items({ query: { id } })).map(({ title }) => title)).toEqual(['一', '二', '三']);
  await arrange({ id, before, ids: [three, one, two] });
  expect(await shown(id)).toEqual(['三', '一', '二']);
  expect(await inside()).toEqual(['三', '藏着', '一', '二']);
  await expect(arrange({ id, before, ids: [one] })).rejects.toMatchObject({ id: 'stale' });
  const present = [three, one, two];
  for (const ids of [
    [one, one, two, three],
    [...present, hidden],
    [...present, 999],
  ])
    await expect(arrange({ id, before: present, ids })).rejects.toMatchObject({ id: 'invalid-input' });
  expect(await shown(id)).toEqual(['三', '一', '二']);
  expect(await acts()).toEqual([`series.order series:${id}`]);
});

test('articles are searched, added, moved from another series and removed, for readers and in the draft', async () => {
  const [id, other] = [await begins(), await begins('走水路')];
  const [one, two] = [await site.writes({ title: '上山' }), await site.writes({ title: '下山 100%' })];
  const withdrawn = await site.writes({ title: '山腰', state: 'withdrawn' });
  const unseen = [
    await site.writes({ title: '没写完的山', state: 'draft' }),
    await site.writes({ title: '站长的山', authorId: site.owner.id }),
  ];
  await put(two, other, 1);
  const found = async (text = '') => (await office().candidates({ query: { id, text } })).map((row) => row.title);
  expect((await found()).toSorted()).toEqual(['上山', '下山 100%', '山腰'].toSorted());
  expect(await found('100%')).toEqual(['下山 100%']);
  expect((await office().candidates({ query: { id, text: '下' } }))[0]?.series).toBe('走水路');
  for (const wrong of unseen)
    await expect(arrange({ id, before: [], ids: [wrong] })).rejects.toThrow('只能放进这位作者发布过的文章，每篇一次');

  const lin = site.as(site.lin).drafts;
  const mine = await lin.mine({ query: { id: two } });
  const saved = await lin.save({ body: { id: two, version: mine.version, content: { ...mine.content, title: '又' } } });
  await arrange({ id, before: [], ids: [two, one, withdrawn] });
  expect(await shown(id)).toEqual(['下山 100%', '上山']);
  await expect(shown(other), 'nothing is left in it').rejects.toMatchObject({ id: 'not-found' });
  expect((await site.as(null).articles.info({ query: { id: two } })).series).toMatchObject({ id, position: 1 });
  expect((await lin.mine({ query: { id: two } })).content).toMatchObject({ title: '又', seriesId: id });
  await expect(lin.save({ body: { id: two, version: saved.version, content: mine.content } })).rejects.toMatchObject({
    id: 'stale',
  });
  const rows = (await site.office(site.owner).articles.list({ query: {} })).data.records;
  expect(rows.find((row) => row.id === one)?.series).toBe('走山路');

  await arrange({ id, before: [two, one, withdrawn], ids: [one] });
  expect(await shown(id)).toEqual(['上山']);
  expect((await site.as(null).articles.info({ query: { id: two } })).series).toBeNull();
  expect((await lin.mine({ query: { id: two } })).content.seriesId).toBeNull();
  const [last] = await site.db.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(1).execute();
  expect([last?.act, last?.before, last?.after]).toEqual(['series.fill', '["下山 100%","上山","山腰"]', '["上山"]']);
});

test('readers’ pages of the series, of the one an article left and of the article are dropped', async () => {
  const [id, other] = [await begins(), await begins('走水路')];
  const article = await site.writes();
  await put(article, other, 1);
  await site.db.deleteFrom('outbox').execute();
  await arrange({ id, before: [], ids: [article] });
  const dropped = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  const tags = dropped.flatMap(({ payload }) => (JSON.parse(payload) as { tags: string[] }).tags);
  for (const tag of ['series', `series:${id}`, `series:${other}`, `article:${article}`]) expect(tags).toContain(tag);
});

test('the second of two concurrent changes to a series is a conflict; a name is unique per author', async () => {
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
    () => arrange({ id: 99, before: [], ids: [] }),
    () => office().candidates({ query: { id: 99 } }),
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
