import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

let articleId: number;
beforeEach(async () => {
  articleId = await site.writes();
  await post('写得好');
});

const post = (text: string) => site.as(site.ming).comments.post({ body: { articleId, text } });
const list = () => site.as(null).comments.list({ query: { articleId } });
const commenting = async () => (await site.as(null).articles.info({ query: { id: articleId } })).commenting;

/** As its author changes it and publishes. */
async function change(wanted: 'open' | 'closed' | 'hidden') {
  const mine = site.as(site.owner).drafts;
  const { version, content } = await mine.mine({ query: { id: articleId } });
  const saved = await mine.save({ body: { id: articleId, version, content: { ...content, commenting: wanted } } });
  await mine.submit({ body: { id: articleId, version: saved.version } });
}

beforeEach(async () => {
  await site.db.updateTable('articles').set({ authorId: site.owner.id }).where('id', '=', articleId).execute();
});

test('closed: existing comments are readable, new ones are refused until reopened', async () => {
  await change('closed');
  expect(await commenting()).toBe('closed');
  expect((await list()).records).toHaveLength(1);
  await expect(post('再说一句')).rejects.toMatchObject({ id: 'not-allowed', message: '评论已关闭' });
  expect((await list()).records).toHaveLength(1);
  await change('open');
  await post('再说一句');
  expect((await list()).records).toHaveLength(2);
});

test('hidden: comments are neither readable nor writable, and reappear when reopened', async () => {
  await change('hidden');
  expect(await commenting()).toBe('hidden');
  await expect(list()).rejects.toMatchObject({ id: 'not-found' });
  await expect(post('再说一句')).rejects.toMatchObject({ id: 'not-found' });
  await change('open');
  expect((await list()).records).toHaveLength(1);
});

/** Number of comments by every list that shows the article, and by itself. */
async function counts() {
  const { articles, home } = site.as(null);
  const lists = [
    (await articles.list({ query: {} })).records,
    (await articles.list({ query: { sort: 'hot' } })).records,
    (await articles.byUser({ query: { userId: site.owner.id } })).records,
    (await home.show()).featured,
    [await articles.info({ query: { id: articleId } })],
  ];
  return lists.map((cards) => cards.find(({ id }) => id === articleId)?.comments);
}

test('hidden comments are in no count of a list; those of other articles are', async () => {
  const other = await site.writes({ title: '别的' });
  await site.as(site.ming).comments.post({ body: { articleId: other, text: '也好' } });
  await site.db.updateTable('articles').set({ featured: 1 }).where('id', '=', articleId).execute();
  await change('hidden');
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  expect((await site.as(null).articles.info({ query: { id: other } })).comments).toBe(1);
  expect((await site.as(null).articles.list({ query: {} })).records.map(({ comments }) => comments)).toContain(1);
  await change('open');
  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  await site.turn({ comments: 'hidden' });
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
});

test('closed for the whole site: comments stay readable everywhere and none are added, whatever an article says', async () => {
  const sayId = await site.says();
  await site.as(site.ming).says.comment({ body: { sayId, text: '是啊' } });
  await site.turn({ comments: 'closed' });
  expect((await site.as(null).site.info()).data).toMatchObject({ commenting: 'closed' });
  expect(await commenting()).toBe('closed');
  expect((await list()).records).toHaveLength(1);
  expect((await site.as(null).comments.list({ query: { sayId } })).records).toHaveLength(1);
  const refused = { id: 'not-allowed', message: '评论已关闭' };
  await expect(post('再说一句')).rejects.toMatchObject(refused);
  await expect(site.as(site.ming).says.comment({ body: { sayId, text: '又' } })).rejects.toMatchObject(refused);
  await change('hidden');
  expect(await commenting()).toBe('hidden');
  await site.turn({});
  expect(await commenting()).toBe('hidden');
});

test('while comments are off, every article reports them as hidden', async () => {
  await site.turn({ comments: 'hidden' });
  expect(await commenting()).toBe('hidden');
  expect((await site.as(null).home.show()).comments).toEqual([]);
  await site.turn({});
  expect(await commenting()).toBe('open');
  expect((await site.as(null).home.show()).comments).toHaveLength(1);
});

test('a say has no comments while comments or says are off', async () => {
  const sayId = await site.says();
  await site.as(site.ming).says.comment({ body: { sayId, text: '是啊' } });
  await site.turn({ comments: 'hidden' });
  await expect(site.as(site.ming).says.comment({ body: { sayId, text: '又' } })).rejects.toMatchObject({
    id: 'feature-off',
  });
  await site.turn({ says: false });
  await expect(site.as(null).comments.list({ query: { sayId } })).rejects.toMatchObject({ id: 'feature-off' });
  expect((await site.as(null).home.show()).says).toEqual([]);
});
