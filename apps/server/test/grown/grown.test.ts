import { renderMarkdown } from '@mojian/markdown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexArticles } from '../../src/content/articles/index-articles.ts';
import { createSearch } from '../../src/platform/search/search.ts';
import { testDatabase } from '../database.ts';
import { fillGrown, sizeOf } from './fill.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  store = await testDatabase();
  await fillGrown(store.db, sizeOf(120));
});
afterAll(() => store.close());

test.each([11, 23])('a made text is what the renderer makes of it', async (id) => {
  const article = await store.db
    .selectFrom('articles')
    .select(['markdown', 'html', 'headings'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { html, headings } = await renderMarkdown(article.markdown);
  expect(article.html).toBe(html.replace('\n\n', '\n')); // position of the opening's mark
  expect(JSON.parse(article.headings)).toEqual(headings);
});

test('what is found in a made index is found in one of the product', async () => {
  const search = createSearch(store.dialect);
  const words = ['备份', '春天', '摄影 数据', '读书旅行', '标签', '与'];
  const findAll = () =>
    Promise.all(words.map((word) => search.find(store.db, word, { limit: 100, offset: 0 }).then(({ ids }) => ids)));
  const made = await findAll();
  await indexArticles(store.db, search, () => {});
  expect(await findAll()).toEqual(made);
  expect(made.map((ids) => ids.length)).toContain(100);
});
