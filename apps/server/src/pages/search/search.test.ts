import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { indexAllAgain, indexWritings } from './index-writings.ts';
import { dropOldSearches } from './searches.ts';

const site = freshSite();

type Query = Parameters<ReturnType<typeof site.as>['search']['find']>[0]['query'];

/** Searches as a visitor, once the job has run. */
async function find(q: string, more: Partial<Query> = {}) {
  await indexWritings(site);
  return site.as(null).search.find({ query: { q, ...more } });
}
const kindsOf = async (q: string, more: Partial<Query> = {}) => (await find(q, more)).records.map(({ kind }) => kind);
const comment = (articleId: number, text: string) => site.as(site.ming).comments.post({ body: { articleId, text } });
const series = async (name: string, intro: string, articleId: number) => {
  const { id } = await site.as(site.lin).series.create({ body: { name, intro } });
  await site.db.updateTable('articles').set({ seriesId: id }).where('id', '=', articleId).execute();
  return id;
};
const page = (title: string, markdown: string) => site.writes({ title, markdown, kind: 'page', slug: 'paper' });
/** China's noon of a day of a year. */
const noon = (year: number) => Date.UTC(year, 5, 1, 4);

/** Writes one of each kind about paper. */
async function writeAll() {
  const article = await site.writes({
    title: '一张纸的白',
    summary: '无',
    markdown: '留白。',
    category: '读书',
    tags: ['竹纸'],
  });
  await page('关于本站', '笺是写信的小纸。');
  const say = await site.says({ text: '竹纸到了，一刀九十张。', authorId: site.owner.id });
  const { id: commentId } = await comment(article, '我家以前就是做纸的。');
  const seriesId = await series('纸上的事', '从一张纸怎样做成写起。', article);
  return { article, say, commentId, seriesId };
}

test('one search finds articles, says, series, pages and comments, each with its kind, place and words', async () => {
  const { article, say, commentId, seriesId } = await writeAll();
  const { records, kinds, total, marks } = await find('纸');
  expect(total).toBe(5);
  expect(kinds).toEqual(['article', 'say', 'series', 'page', 'comment'].map((kind) => ({ kind, total: 1 })));
  const byKind = new Map(records.map((record) => [record.kind, record]));
  expect(byKind.get('article')).toMatchObject({ title: '一张纸的白', path: `/article/${article}` });
  expect(byKind.get('say')).toMatchObject({
    path: `/say?id=${say}`,
    author: '站长',
    summary: '竹纸到了，一刀九十张。',
  });
  expect(byKind.get('series')).toMatchObject({ path: `/series/${seriesId}`, title: '纸上的事', articles: 1 });
  expect(byKind.get('page')).toMatchObject({ title: '关于本站', path: '/page/paper' });
  expect(byKind.get('comment')).toMatchObject({
    path: `/article/${article}#comment-${commentId}`,
    author: '阿明',
    about: '一张纸的白',
  });
  expect(marks).toContain('纸');
  for (const { kind } of kinds) expect(await kindsOf('纸', { kind }), kind).toEqual([kind]);
  expect(await kindsOf('纸', { pageSize: 2, pageNo: 3 })).toHaveLength(1);
});

test('what is changed, hidden or deleted is found so, also before the job has run', async () => {
  const { say, commentId, article } = await writeAll();
  await indexWritings(site);
  const now = (q: string) => site.as(null).search.find({ query: { q, full: '1' } });
  await site.as(site.owner).says.update({ body: { id: say, text: '蚕丝到了。' } });
  expect(await kindsOf('蚕丝')).toEqual(['say']);
  expect(await kindsOf('竹纸')).toEqual([]);

  await site.db.updateTable('comments').set({ state: 'held' }).where('id', '=', commentId).execute();
  expect((await now('做纸')).records.map(({ kind }) => kind)).not.toContain('comment');
  expect((await now('纸')).kinds.map(({ kind }) => kind)).not.toContain('comment');
  await site.db.updateTable('comments').set({ state: 'shown' }).where('id', '=', commentId).execute();
  expect(await kindsOf('做纸')).toContain('comment');
  await site.as(site.ming).comments.remove({ query: { id: commentId } });
  expect(await kindsOf('做纸')).not.toContain('comment');

  await site.as(site.lin).drafts.withdraw({ body: { id: article } });
  expect(await kindsOf('纸')).toEqual(['page']); // the series has no article left
});

test('nobody finds what is private, held, locked or below what they may not see', async () => {
  const open = await site.writes({ title: '甲', markdown: '无' });
  const locked = await site.writes({
    title: '乙',
    markdown: `${'开头。'.repeat(300)}\n\n海棠糕的做法。`,
    readType: 4,
  });
  await site.says({ text: '海棠糕，只给自己', isPublic: false });
  const hidden = await site.writes({ title: '丙', markdown: '无' });
  for (const id of [open, hidden]) await comment(id, '海棠糕好吃。');
  await site.writes({ id: hidden, title: '丙', markdown: '无', commenting: 'hidden' });
  const draft = await site.writes({ title: '海棠糕', state: 'draft' });
  await site.says({ text: '海棠糕，等着审核' });
  await site.db.updateTable('says').set({ state: 'held' }).where('isPublic', '=', 1).execute();
  const { records, total } = await find('海棠糕', { full: '1' });
  expect(records.map(({ kind, about }) => [kind, about])).toEqual([['comment', '甲']]);
  expect(total).toBe(1);
  expect(JSON.stringify(await find('乙', { full: '1' }))).not.toContain('海棠糕');
  expect([locked, draft]).not.toContain(records[0]?.id);
});

test('a feature that is off has nothing to find', async () => {
  await writeAll();
  await site.turn({ says: false, series: false, comments: 'hidden' });
  expect((await find('纸')).kinds.map(({ kind }) => kind)).toEqual(['article', 'page']);
  await site.turn({ says: true, series: true, comments: 'open' });
  expect((await find('纸')).kinds).toHaveLength(5);
});

test('two or more letters find names by the initials of their syllables, from any word on', async () => {
  const ink = await site.writes({ title: '墨笺的由来', markdown: '无' });
  await site.writes({ title: '重庆的雨', markdown: '无' });
  await series('江南随笔', '无', ink);
  const titles = async (q: string) => (await find(q)).records.map(({ title }) => title);
  expect(await titles('mj')).toEqual(['墨笺的由来']);
  expect(await titles('MJDY')).toEqual(['墨笺的由来']);
  expect(await titles('cq')).toEqual(['重庆的雨']);
  expect(await titles('jnsb')).toEqual(['江南随笔']);
  expect(await titles('zz')).toEqual([]);
  await site.writes({ id: ink, title: '改了名字', markdown: '无' });
  expect(await titles('mj')).toEqual([]);
  expect(await titles('glmz')).toEqual(['改了名字']);
});

test('hits are counted by year and category, filtered by both, and sorted by relevance or date', async () => {
  await site.writes({ title: '纸', category: '读书', publishedAt: noon(2021) });
  await site.writes({ title: '无题', markdown: '一张纸', category: '造物', publishedAt: noon(2024) });
  await site.says({ text: '又一张纸', createdAt: noon(2024) });
  const whole = await find('纸', { full: '1' });
  expect(whole.years).toEqual([
    { year: 2024, total: 2 },
    { year: 2021, total: 1 },
  ]);
  expect(whole.categories.map(({ name, total }) => [name, total])).toEqual([
    ['读书', 1],
    ['造物', 1],
  ]);
  expect(whole.records[0]?.title).toBe('纸');
  expect(whole.records[0]?.card?.category?.name).toBe('读书');
  expect((await find('纸', { sort: 'new' })).records.at(-1)?.title).toBe('纸');
  expect(await kindsOf('纸', { year: 2024 })).toEqual(expect.arrayContaining(['article', 'say']));
  expect(await kindsOf('纸', { year: 2021 })).toEqual(['article']);
  const categoryId = whole.categories[0]?.id ?? 0;
  expect((await find('纸', { categoryId })).records.map(({ title }) => title)).toEqual(['纸']);
  expect(await find('纸', { categoryId, year: 2024, full: '1' })).toMatchObject({
    total: 0,
    records: [],
    elsewhere: 3,
  });
});

test('where nothing is found, the parts that are, what is often sought, and articles to read are offered', async () => {
  await site.writes({ title: '墙', markdown: '无', tags: ['排版'] });
  await site.writes({ title: '排版', markdown: '无' });
  for (let times = 0; times < 3; times++) await find('排版', { full: '1' });
  await find('骂人的话', { full: '1' });
  await expect.poll(async () => (await find('穿墙术', { full: '1' })).popular).toEqual(['排版']);
  const { total, terms, records } = await find('穿墙术', { full: '1' });
  expect([total, records]).toEqual([0, []]);
  expect(terms).toEqual([{ text: '墙', total: 1 }]);
  expect((await find('穿墙术')).terms).toEqual([]);
});

test('staff see what was sought in vain: counted, without addresses and numbers, for ninety days', async () => {
  await site.writes({ title: '墙' });
  const listed = async (query: object = {}) => (await site.office(site.owner).searches.list({ query })).records;
  for (let times = 0; times < 2; times++) await find('穿墙术', { full: '1' });
  await find('墙', { full: '1' });
  for (const personal of ['ming@example.com', '13812345678', 'sk_live_0123456789abcdefghij', '字'.repeat(31)])
    await find(personal, { full: '1' });
  await find('只在弹窗里找');
  await expect.poll(() => listed()).toMatchObject([{ text: '穿墙术', missed: 2, found: 0 }]);
  await expect.poll(async () => (await listed({ only: 'all' })).map(({ text }) => text)).toEqual(['穿墙术', '墙']);
  await expect(site.office(site.ming).searches.list({ query: {} })).rejects.toThrow('没有权限');

  await dropOldSearches(site.db, Date.now() + 89 * 86_400_000);
  expect(await listed()).toHaveLength(1);
  await dropOldSearches(site.db, Date.now() + 91 * 86_400_000);
  expect(await listed({ only: 'all' })).toEqual([]);
});

test('the index is built again from everything', async () => {
  await writeAll();
  await indexWritings(site);
  for (const number of await site.search.writings.numbers(site.db))
    await site.db.transaction().execute((trx) => site.search.writings.remove(trx, number));
  expect(await kindsOf('竹纸')).toEqual([]);
  await indexAllAgain(site.db);
  expect(await kindsOf('竹纸')).toEqual(['say']);
});

test('a wrong kind, year or order is refused by name', async () => {
  for (const [query, field] of [
    [{ kind: 'mail' }, 'kind'],
    [{ year: '0' }, 'year'],
    [{ sort: 'old' }, 'sort'],
    [{ categoryId: 'x' }, 'categoryId'],
  ] as const) {
    const url = `/v1/search?${new URLSearchParams({ q: '纸', ...query })}`;
    expect((await site.app.inject({ url })).json(), url).toMatchObject({ code: 400, extra: { field } });
  }
  expect(await find('')).toMatchObject({ total: 0, records: [] });
});
