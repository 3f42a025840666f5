import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const byUser = (userId: number, query: object = {}, viewer: typeof site.ming | null = null) =>
  site.as(viewer).articles.byUser({ query: { userId, ...query } });

test('a member without articles has an empty page', async () => {
  await site.writes();
  expect(await byUser(site.ming.id)).toEqual({ records: [], total: 0, pages: 0, pageNo: 1, pageSize: 10 });
});

test("a member's page lists their articles as cards, newest first, without pinned ones on top", async () => {
  for (const [index, title] of [...'一二三'].entries())
    await site.writes({ title, publishedAt: index + 1, pinned: title === '一', tags: ['雨'], category: '四时' });
  await site.writes({ title: '别人的', authorId: site.ming.id });
  const page = await byUser(site.lin.id);
  expect(page.records.map(({ title }) => title)).toEqual(['三', '二', '一']);
  const all = await site.as(null).articles.list({ query: {} });
  expect(page.records).toEqual(expect.arrayContaining(all.records.filter(({ title }) => title !== '别人的')));
});

test('pages have no gap and no repetition', async () => {
  for (const number of [1, 2, 3, 4, 5]) await site.writes({ title: String(number), publishedAt: 9 });
  const pages = await Promise.all([1, 2, 3].map((pageNo) => byUser(site.lin.id, { pageNo, pageSize: 2 })));
  expect(pages.flatMap(({ records }) => records.map(({ title }) => title))).toEqual(['5', '4', '3', '2', '1']);
  expect(pages[0]).toMatchObject({ total: 5, pages: 3 });
});

test('an unpublished or removed article is not listed here, not even for its author', async () => {
  for (const state of ['draft', 'pending', 'scheduled', 'withdrawn', 'refused'] as const) await site.writes({ state });
  const removed = await site.writes();
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', removed).execute();
  await site.writes({ title: '在', readType: 4, markdown: '开头。\n\n秘密。' });
  for (const viewer of [null, site.lin, site.owner]) {
    const page = await byUser(site.lin.id, {}, viewer);
    expect(page).toMatchObject({ total: 1, records: [{ title: '在' }] });
    expect(JSON.stringify(page)).not.toContain('秘密');
  }
});

test('an unknown user is named in the error, a closed account is not found', async () => {
  await expect(byUser(99)).rejects.toMatchObject({ id: 'not-found', field: 'userId', message: '用户不存在' });
  await site.db.updateTable('users').set({ closesAt: 0 }).where('id', '=', site.lin.id).execute();
  await expect(byUser(site.lin.id)).rejects.toMatchObject({ id: 'gone', field: 'userId' });
});
