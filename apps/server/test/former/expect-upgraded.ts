import { expect } from 'vitest';
import { loadSettings } from '../../src/core/settings/settings.ts';
import { indexAgain } from '../../src/effects.ts';
import { keepFeedOrigin, readFeedIds } from '../../src/pages/feeds/feed-ids.ts';
import type { Dialect } from '../../src/platform/db/dialect.ts';
import type { Db } from '../../src/platform/db/schema.ts';
import { createSearch } from '../../src/platform/search/search.ts';
import { expectRightLists } from '../article-lists.ts';

/** Expects what the site of 0.2.0 held, as this version stores it. */
export async function expectUpgraded(db: Db, dialect: Dialect) {
  await expectRightLists(db);
  await expectRows(db);
  await expectSearch(db, dialect);
  const { features, look } = await loadSettings(db);
  expect({ comments: features.comments, theme: look.theme }).toEqual({ comments: 'hidden', theme: 'system' });
}

async function expectRows(db: Db) {
  expect(await listRedirects(db), 'chains shortened, loops dropped').toEqual([
    ['/archives/9', '/article/9', 'import'],
    ['/article/rain', '/article/1', 'renamed'],
    ['/posts/snow', '/article/2', 'import'],
    ['/user/3', '/user/5', 'renamed'],
    ['/user/4', '/user/5', 'renamed'],
  ]);
  const ledger = await db.selectFrom('importedRows').selectAll().orderBy('origin').orderBy('rowId').execute();
  expect(ledger.map(({ origin, key, rowId, mark, source }) => [origin, key, rowId, mark, source])).toEqual([
    ['markdown#1', 'posts/雨.md', 1, '4', 'abc'],
    ['mojian#1', '2', 2, '3', 'def'],
  ]);
  const runs = await db.selectFrom('importRuns').select(['reader', 'state', 'userId']).orderBy('id').execute();
  expect(runs.sort((a, b) => (a.reader < b.reader ? 1 : -1))).toEqual(
    ['mojian', 'markdown'].map((reader) => ({ reader, state: 'done', userId: 1 })),
  );
  const reports = await db.selectFrom('reports').select('kind').orderBy('id').execute();
  expect(reports.map(({ kind }) => kind)).toEqual(['comment', 'say', 'board']);
  const mails = await db.selectFrom('keptMails').select('fleeting').execute(); // a backup holds none
  expect(mails.every(({ fleeting }) => fleeting === 1)).toBe(true);
  const revisions = await db.selectFrom('revisions').select('isPrivate').orderBy('id').execute();
  expect(revisions.map(({ isPrivate }) => isPrivate)).toEqual([1, 0]);
  const months = await db.selectFrom('articleMonths').select(['month', 'reads']).orderBy('month').execute();
  expect(months).toEqual([
    { month: '2026-10', reads: 3 },
    { month: '2026-11', reads: 9 },
  ]);
  await expectCounts(db);
  await keepFeedOrigin(db, 'https://old.example');
  const { entry } = await readFeedIds(db, 'https://new.example', [1, 2]);
  expect([1, 2].map(entry)).toEqual(['https://old.example/article/chunyu', 'https://old.example/article/2']);
}

async function expectCounts(db: Db) {
  const counts = await db.selectFrom('counts').selectAll().orderBy('name').execute();
  expect(counts).toEqual([
    { name: 'boardMessages', count: 1 },
    { name: 'says', count: 1 },
  ]);
  expect(await db.selectFrom('followCounts').select(['follows', 'fans']).orderBy('userId').execute()).toEqual([
    { follows: 1, fans: 0 },
    { follows: 0, fans: 2 },
    { follows: 1, fans: 0 },
  ]);
  const series = await db.selectFrom('series').select(['articles', 'newestAt']).execute();
  expect(series).toEqual([{ articles: 2, newestAt: 1_700_086_400_000 }]);
  const states = await db.selectFrom('articleStates').select(['state', 'removed', 'articles']).execute();
  expect(states.reduce((sum, { articles }) => sum + articles, 0)).toBe(5);
  const related = await db.selectFrom('relatedDue').select('articleId').orderBy('articleId').execute();
  expect(related.map(({ articleId }) => articleId)).toEqual([1, 2, 4]);
  expect(await db.selectFrom('sitemapParts').select('part').execute()).toEqual([{ part: 0 }]);
}

async function listRedirects(db: Db) {
  const rows = await db.selectFrom('movedPaths').select(['path', 'target', 'source']).execute();
  return rows.map(({ path, target, source }) => [path, target, source]).sort();
}

/** Runs the effects that the upgrade left in the outbox, and finds an article by its text. */
async function expectSearch(db: Db, dialect: Dialect) {
  const search = createSearch(dialect);
  for (let steps = 0; steps < 10; steps++)
    for (const { id, payload } of await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'index-again')
      .execute()) {
      await indexAgain({ db, search }, JSON.parse(payload));
      await db.deleteFrom('outbox').where('id', '=', id).execute();
    }
  expect(await search.find(db, '大雪', { limit: 2, offset: 0 })).toMatchObject({ ids: [2], total: 1 });
}
