import { dayNumber } from '@mojian/contract/platform/time';
import type { Selectable } from 'kysely';
import { expect } from 'vitest';
import { chinaMonth } from '../src/platform/dates.ts';
import type { Db, Schema } from '../src/platform/db/schema.ts';

type Listing = Selectable<Schema['articleListings']>;
type Sums = { articles: number; pinned: number; words: number };

/** Expects the kept lists and sums of articles to be what a count of all articles gives. */
export async function expectRightLists(db: Db) {
  const listings = await listFromScratch(db);
  const stored = await db.selectFrom('articleListings').selectAll().execute();
  expect(sorted(stored.map(listingKey))).toEqual(sorted(listings.map(listingKey)));

  const lists = await db.selectFrom('articleLists').selectAll().execute();
  const listOf = ({ kind, targetId }: { kind: string; targetId: number }) => `${kind} ${targetId}`;
  expect(sumsBy(lists, listOf)).toEqual(summed(listings, listOf));
  expect(sorted(lists.map((row) => `${listOf(row)}: ${row.newestAt}`))).toEqual(
    sorted([...Map.groupBy(listings, listOf)].map(([key, own]) => `${key}: ${newestOf(own)}`)),
  );
  await expectRightSeries(db, listings);

  const months = await db.selectFrom('articleListMonths').selectAll().execute();
  const monthOf = (time: number) => chinaMonth(time).year * 100 + chinaMonth(time).month;
  expect(sumsBy(months, (row) => `${listOf(row)} ${row.month}`)).toEqual(
    summed(listings, (row) => `${listOf(row)} ${monthOf(row.publishedAt)}`),
  );

  const states = await db.selectFrom('articleStates').selectAll().execute();
  const counted = Map.groupBy(await db.selectFrom('articles').selectAll().execute(), (article) =>
    stateKey({ ...article, removed: Number(article.removedAt !== null), categoryId: article.categoryId ?? 0 }),
  );
  expect(sorted(states.map((row) => `${stateKey(row)}: ${row.articles}`))).toEqual(
    sorted([...counted].map(([key, own]) => `${key}: ${own.length}`)),
  );

  const days = await db.selectFrom('articleListDays').selectAll().execute();
  const all = listings.filter(({ kind }) => kind === 'all');
  expect(sumsBy(days, ({ day }) => String(day))).toEqual(
    summed(all, ({ publishedAt }) => String(dayNumber(publishedAt))),
  );
}

async function expectRightSeries(db: Db, listings: Listing[]) {
  const placed = await db.selectFrom('articles').select(['id', 'seriesId']).execute();
  const seriesOf = new Map(placed.map(({ id, seriesId }) => [id, seriesId]));
  const all = listings.filter(({ kind }) => kind === 'all');
  const series = await db.selectFrom('series').select(['id', 'articles', 'newestAt']).orderBy('id').execute();
  const counted = series.map(({ id }) => {
    const own = all.filter(({ articleId }) => seriesOf.get(articleId) === id);
    return { id, articles: own.length, newestAt: newestOf(own) };
  });
  expect(series).toEqual(counted);
}

function newestOf(listings: Listing[]) {
  return Math.max(0, ...listings.map(({ publishedAt }) => publishedAt));
}

async function listFromScratch(db: Db): Promise<Listing[]> {
  const articles = await db.selectFrom('articles').selectAll().execute();
  const tags = await db.selectFrom('articleTags').selectAll().execute();
  const listed = articles.filter(
    ({ state, removedAt, kind }) => state === 'published' && removedAt === null && kind === 'article',
  );
  return listed.flatMap(({ id, authorId, categoryId, pinned, publishedAt, views, words }) => {
    const listing = { articleId: id, pinned, publishedAt: publishedAt ?? 0, views, words, categoryId: 0 };
    const own = tags.filter(({ articleId }) => articleId === id);
    return [
      { ...listing, kind: 'all' as const, targetId: 0 },
      { ...listing, kind: 'author' as const, targetId: authorId, pinned: 0 },
      ...(categoryId === null ? [] : [{ ...listing, kind: 'category' as const, targetId: categoryId }]),
      ...own.map(({ tagId }) => ({
        ...listing,
        kind: 'tag' as const,
        targetId: tagId,
        categoryId: categoryId ?? 0,
      })),
    ];
  });
}

type StateKey = Omit<Selectable<Schema['articleStates']>, 'articles'>;

function stateKey({ authorId, kind, removed, state, categoryId, readType }: StateKey) {
  return [authorId, kind, removed, state, categoryId, readType].join(' ');
}

function listingKey({ articleId, kind, targetId, categoryId, pinned, publishedAt, views, words }: Listing) {
  return [kind, targetId, articleId, categoryId, pinned, publishedAt, views, words].join(' ');
}

function summed<Row extends Omit<Sums, 'articles'>>(rows: Row[], keyOf: (row: Row) => string) {
  const groups = Map.groupBy(rows, keyOf);
  const sum = (own: Row[], name: 'pinned' | 'words') => own.reduce((total, row) => total + Number(row[name]), 0);
  return sorted([...groups].map(([key, own]) => `${key}: ${own.length} ${sum(own, 'pinned')} ${sum(own, 'words')}`));
}

function sumsBy<Row extends Sums>(rows: Row[], keyOf: (row: Row) => string) {
  return sorted(rows.map((row) => `${keyOf(row)}: ${row.articles} ${row.pinned} ${Number(row.words)}`));
}

function sorted(lines: string[]) {
  return lines.sort();
}
