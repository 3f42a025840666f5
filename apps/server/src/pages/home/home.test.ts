import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const home = () => site.as(null).home.show();
const numbers = [1, 2, 3, 4, 5, 6, 7];

test('an empty site has an empty front page', async () => {
  expect(await home()).toEqual({
    featured: [],
    recommended: [],
    says: [],
    comments: [],
    tags: [],
    counts: { articles: 0, categories: 0, tags: 0 },
  });
});

test('the carousel holds the five newest chosen articles, or the newest while none is chosen', async () => {
  for (const number of numbers) await site.writes({ title: `第${number}篇`, publishedAt: number });
  const titles = async () => (await home()).featured.map(({ title }) => title);
  expect(await titles()).toEqual(['第7篇', '第6篇', '第5篇', '第4篇', '第3篇']);

  await site.writes({ title: '选中的旧文', featured: true, publishedAt: 0 });
  await site.writes({ title: '选中的草稿', featured: true, state: 'draft' });
  expect(await titles()).toEqual(['选中的旧文']);
});

test('recommended are those chosen by hand, then the most read', async () => {
  for (const number of numbers) await site.writes({ title: `第${number}篇` });
  await site.writes({ title: '推荐', recommended: true });
  for (const number of [3, 5])
    await site.db
      .updateTable('articles')
      .set({ views: number * 10 })
      .where('title', '=', `第${number}篇`)
      .execute();
  const { recommended } = await home();
  expect(recommended.map(({ title }) => title)).toEqual(['推荐', '第5篇', '第3篇', '第7篇', '第6篇']);
  expect(recommended[1]?.views).toBe(50);
});

test('only public says are shown, the newest five', async () => {
  for (const number of numbers)
    await site.db
      .insertInto('says')
      .values({
        authorId: site.owner.id,
        text: '',
        html: `<p><b>第${number}句</b></p>`,
        createdAt: number,
        isPublic: number === 7 ? 0 : 1,
        state: number === 6 ? 'held' : 'shown',
      })
      .execute();
  expect((await home()).says.map(({ text }) => text)).toEqual(['第5句', '第4句', '第3句', '第2句', '第1句']);
  expect((await home()).says[0]).toMatchObject({
    createdAt: '1970-01-01T00:00:00.005Z',
    author: { nickname: '站长' },
  });
});

test('only visible comments on listed articles are shown', async () => {
  const listed = await site.writes({ title: '公开' });
  const draft = await site.writes({ title: '草稿', state: 'draft' });
  const comment = (articleId: number, text: string, more: object = {}) =>
    site.db
      .insertInto('comments')
      .values({ articleId, authorId: site.ming.id, text, createdAt: Number(text), removedAt: null, ...more })
      .execute();
  for (const number of numbers) await comment(listed, String(number));
  await comment(draft, '8');
  await comment(listed, '9', { removedAt: 10 });

  const { comments } = await home();
  expect(comments.map(({ text }) => text)).toEqual(['7', '6', '5', '4', '3']);
  expect(comments[0]).toMatchObject({ nickname: '阿明', article: { id: listed, title: '公开' } });
});

test('comments that their article hides are not shown on the front page either', async () => {
  const hiding = await site.writes({ title: '不显示评论', commenting: 'hidden' });
  const closed = await site.writes({ title: '只读', commenting: 'closed' });
  for (const [articleId, text] of [
    [hiding, '藏着的'],
    [closed, '看得到的'],
  ] as const)
    await site.db
      .insertInto('comments')
      .values({ articleId, authorId: site.ming.id, text, createdAt: 1, removedAt: null })
      .execute();
  expect((await home()).comments.map(({ text }) => text)).toEqual(['看得到的']);
});

test('counts include public items only', async () => {
  await site.writes({ category: '四时', tags: ['雨', '春'] });
  await site.writes({ category: '四时', tags: ['雨'] });
  await site.writes({ category: '密', tags: ['密'], state: 'draft' });
  expect((await home()).counts).toEqual({ articles: 2, categories: 1, tags: 2 });
  expect(await site.as(null).tags.list()).toMatchObject([
    { name: '雨', articles: 2 },
    { name: '春', articles: 1 },
  ]);
});

test('categories come in the owner’s order', async () => {
  await site.writes({ category: '后' });
  await site.writes({ category: '先' });
  await site.db.updateTable('categories').set({ position: 1, intro: '说明' }).where('name', '=', '后').execute();
  expect(await site.as(null).categories.list()).toMatchObject([
    { name: '先', intro: '', articles: 1 },
    { name: '后', intro: '说明', articles: 1 },
  ]);
});
