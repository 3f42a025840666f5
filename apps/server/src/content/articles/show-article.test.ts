import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { chooseDue } from './related.ts';
import { removeArticle } from './remove-article.ts';

const site = freshSite();

const noon = Date.parse('2026-05-01T04:00:00Z');
const hour = 3_600_000;

const show = (id: number, viewer: typeof site.lin | null = null) => site.as(viewer).articles.info({ query: { id } });

test('an article is returned with its whole text, headings and source', async () => {
  const id = await site.writes({
    markdown: '开头。\n\n## 小节\n\n正文。',
    keywords: '春,雨',
    original: false,
    sourceUrl: 'https://example.com/a',
    sourceAuthor: ' 周作 ',
    description: '给搜索引擎的一句\n话',
  });
  expect(await show(id)).toMatchObject({
    id,
    html: expect.stringContaining('正文。'),
    headings: [{ text: '小节', level: 2 }],
    locked: false,
    keywords: '春,雨',
    original: false,
    sourceUrl: 'https://example.com/a',
    sourceAuthor: '周作',
    description: '给搜索引擎的一句 话',
    collects: 0,
    hasDiagram: false,
  });
});

test('an article edited before its publication counts as updated when it was published', async () => {
  const early = await site.writes({ publishedAt: noon, updatedAt: noon - 48 * hour });
  const times = { publishedAt: '2026-05-01T04:00:00.000Z', updatedAt: '2026-05-01T04:00:00.000Z' };
  expect(await show(early)).toMatchObject(times);
  expect((await site.as(null).articles.list({ query: {} })).records).toMatchObject([times]);
  const edited = await site.writes({ publishedAt: noon, updatedAt: noon + hour });
  expect(await show(edited)).toMatchObject({ updatedAt: '2026-05-01T05:00:00.000Z' });
});

test('the only article has no neighbours and no related articles', async () => {
  expect(await show(await site.writes({ category: '四时', tags: ['雨'] }))).toMatchObject({
    previous: null,
    next: null,
    related: [],
  });
});

test('neighbours are the listed articles published just before and after, ordered by id at equal times', async () => {
  const [first, second, third] = [
    await site.writes({ title: '甲', publishedAt: noon }),
    await site.writes({ title: '乙', publishedAt: noon }),
    await site.writes({ title: '丙', publishedAt: noon + hour }),
  ];
  await site.writes({ title: '草稿', publishedAt: noon + 1, state: 'draft' });

  expect(await show(second as number)).toMatchObject({
    previous: { id: first, title: '甲' },
    next: { id: third, title: '丙' },
  });
  expect(await show(first as number)).toMatchObject({ previous: null, next: { id: second } });
  expect(await show(third as number)).toMatchObject({ previous: { id: second }, next: null });
});

test('related articles are the three that share most tags, then the newest of the category', async () => {
  const write = (title: string, tags: string[], category: string, days: number) =>
    site.writes({ title, tags, category, publishedAt: noon + days * 24 * hour });
  const id = await write('这篇', ['雨', '春', '屋'], '四时', 9);
  await write('一个标签', ['雨'], '书', 8);
  await write('两个标签', ['雨', '春'], '书', 1);
  await write('同类旧', [], '四时', 2);
  await write('同类新', [], '四时', 3);
  await write('无关', ['雪'], '书', 10);
  await chooseDue(site);
  const titles = (await show(id)).related.map(({ title }) => title);
  expect(titles).toEqual(['两个标签', '一个标签', '同类新']);

  await site.writes({ title: '草稿', tags: ['雨', '春', '屋'], state: 'draft' });
  await write('另一个标签', ['屋'], '书', 7);
  await write('最新标签', ['屋'], '书', 11);
  await chooseDue(site);
  expect((await show(id)).related.map(({ title }) => title)).toEqual(['两个标签', '最新标签', '一个标签']);
});

test('an unpublished article is visible to its author and the staff only, a draft to its author alone', async () => {
  const id = await site.writes({ state: 'draft', title: '草稿' });
  const refusal = { id: 'not-found', message: '文章不存在或尚未发布' };
  await expect(show(id)).rejects.toMatchObject(refusal);
  await expect(show(id, site.ming)).rejects.toMatchObject(refusal);
  await expect(show(9999)).rejects.toMatchObject(refusal);
  expect(await show(id, site.lin)).toMatchObject({ title: '草稿', previous: null, next: null });
  await expect(show(id, site.owner)).rejects.toMatchObject(refusal);
  const withdrawn = await site.writes({ state: 'withdrawn', title: '收回的' });
  expect(await show(withdrawn, site.owner)).toMatchObject({ title: '收回的' });
  await expect(show(withdrawn, site.ming)).rejects.toMatchObject(refusal);
});

test('a removed article leaves pages, lists and search', async () => {
  const id = await site.writes({ title: '会消失的文章' });
  const visitor = site.as(null);
  expect(await visitor.articles.search({ query: { keyword: '消失' } })).toMatchObject({ total: 1 });
  await removeArticle(site, id);

  await expect(show(id)).rejects.toMatchObject({ id: 'gone', status: 410, message: '文章已被删除' });
  await expect(show(id, site.owner)).rejects.toMatchObject({ id: 'gone' });
  expect(await visitor.articles.search({ query: { keyword: '消失' } })).toMatchObject({ total: 0, records: [] });
  expect(await visitor.articles.list({ query: {} })).toMatchObject({ total: 0 });
  await expect(removeArticle(site, id)).rejects.toMatchObject({ id: 'not-found' });
});

test('a draft in the trash cannot be told from one that never existed', async () => {
  const id = await site.writes({ state: 'draft' });
  await removeArticle(site, id);
  await expect(show(id)).rejects.toMatchObject({ id: 'not-found' });
  await expect(show(id, site.lin)).rejects.toMatchObject({ id: 'gone' });
});
