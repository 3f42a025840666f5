import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { removeArticle } from './remove-article.ts';

const site = freshSite();

const show = (id: number) => site.as(null).articles.info({ query: { id } });
const names = async (table: 'tags' | 'categories') =>
  (await site.db.selectFrom(table).select('name').orderBy('id').execute()).map(({ name }) => name);
const dropped = async () =>
  (await site.db.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()).map(({ kind, payload }) => [
    kind,
    JSON.parse(payload).tags,
  ]);

test('a save drops the pages that show the article', async () => {
  const id = await site.writes();
  expect(await dropped()).toEqual([['drop-pages', ['articles', `article:${id}`]]]);
  await removeArticle(site, id);
  expect(await dropped()).toHaveLength(2);
});

test('saving again replaces text, tags and search entry, and keeps id, date and counters', async () => {
  const id = await site.writes({ title: '旧题', tags: ['旧', '都有'], pinned: true, publishedAt: 1000 });
  await site.db.updateTable('articles').set({ views: 7, createdAt: 5 }).execute();
  expect(await site.writes({ id, title: '新题', markdown: '新文', tags: ['都有', '新'], publishedAt: 2000 })).toBe(id);

  expect(await show(id)).toMatchObject({
    title: '新题',
    views: 7,
    pinned: true,
    publishedAt: '1970-01-01T00:00:02.000Z',
  });
  expect((await show(id)).tags.map(({ name }) => name)).toEqual(['都有', '新']);
  expect(await site.db.selectFrom('articles').select('createdAt').execute()).toEqual([{ createdAt: 5 }]);
  expect((await site.as(null).articles.search({ query: { keyword: '旧题' } })).total).toBe(0);
});

test('tags that no article uses any more are deleted, shared ones stay', async () => {
  const id = await site.writes({ tags: ['甲', '乙'] });
  await site.writes({ tags: ['乙'] });
  await site.writes({ id, tags: [] });
  expect(await names('tags')).toEqual(['乙']);
});

test('tag names are trimmed, repeated and empty ones dropped', async () => {
  const id = await site.writes({ category: '  四 \n 时 ', tags: [' 雨 ', '雨', '', ' \t', '春\u0000'] });
  const article = await show(id);
  expect(article.category?.name).toBe('四 时');
  expect(article.tags.map(({ name }) => name).sort()).toEqual(['春', '雨']);
});

test('a summary is generated when none is given', async () => {
  expect((await show(await site.writes({ markdown: '# 题\n\n第一句话。' }))).summary).toBe('第一句话。');
  expect((await show(await site.writes({ markdown: '正文', summary: '写好的' }))).summary).toBe('写好的');
});

test('hostile titles, tags and Markdown are shown as text and run no script', async () => {
  const evil = `<script>alert(1)</script>'";--\u0000\ud800`;
  const id = await site.writes({
    title: evil,
    category: evil,
    tags: [evil, '"; drop table tags; --'],
    summary: evil,
    keywords: evil,
    sourceUrl: 'javascript:alert(1)\u0000',
    markdown: `${evil}\n\n<img src=x onerror=alert(1)>\n\n[点](javascript:alert(1))\n\n<iframe src="https://evil.example"></iframe>`,
  });
  const stored = `<script>alert(1)</script>'";--\ufffd`;
  const article = await show(id);
  expect(article).toMatchObject({ title: stored, summary: stored, category: { name: stored } });
  expect(article.html).not.toMatch(/<script|onerror=|href="javascript|<iframe/i);
  expect(await site.as(null).articles.search({ query: { keyword: 'alert' } })).toMatchObject({ total: 1 });
  expect(await site.as(null).articles.list({ query: {} })).toMatchObject({ total: 1 });
});

test('a save that fails leaves nothing behind', async () => {
  await expect(site.writes({ authorId: 999, title: '孤儿', category: '新类', tags: ['新签'] })).rejects.toThrow();
  await expect(site.writes({ id: 999, category: '新类', tags: ['新签'] })).rejects.toMatchObject({ id: 'not-found' });
  expect(await names('categories')).toEqual([]);
  expect(await names('tags')).toEqual([]);
  expect(await dropped()).toEqual([]);
  expect((await site.as(null).articles.search({ query: { keyword: '孤儿' } })).total).toBe(0);
});

test('articles saved at the same moment share their new tags and category', async () => {
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      site.writes({
        title: `第${index}篇`,
        category: '四时',
        tags: index % 2 ? ['雨', '春', '屋'] : ['屋', '春', '雨'],
      }),
    ),
  );
  expect(new Set(many).size).toBe(8);
  expect((await names('tags')).sort()).toEqual(['屋', '春', '雨'].sort());
  expect(await names('categories')).toEqual(['四时']);
  expect((await site.as(null).tags.list()).map(({ articles }) => articles)).toEqual([8, 8, 8]);
});

test('a tag removed from one article while another adds it is not lost', async () => {
  const first = await site.writes({ tags: ['雨'] });
  for (let round = 0; round < 10; round++) {
    const [, second] = await Promise.all([site.writes({ id: first, tags: [] }), site.writes({ tags: ['雨'] })]);
    expect(
      (await show(second)).tags.map(({ name }) => name),
      `round ${round}`,
    ).toEqual(['雨']);
    await Promise.all([site.writes({ id: first, tags: ['雨'] }), site.writes({ id: second, tags: [] })]);
    expect(
      (await show(first)).tags.map(({ name }) => name),
      `round ${round}`,
    ).toEqual(['雨']);
  }
});

test('a published article has a time even when none is given', async () => {
  const before = Date.now();
  const { publishedAt } = await show(await site.writes({ publishedAt: null }));
  expect(Date.parse(publishedAt)).toBeGreaterThanOrEqual(before);
});

test('an article in the trash stays out of the search when it is saved again', async () => {
  const id = await site.writes({ title: '旧题' });
  await removeArticle(site, id);
  await site.writes({ id, title: '新题' });
  expect((await site.as(null).articles.search({ query: { keyword: '新题' } })).total).toBe(0);
});
