import { type RawBuilder, sql } from 'kysely';
import { chinaMonthStart } from '../../platform/dates.ts';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { countRows } from '../../platform/db/conditions.ts';
import type { ArticleListKind, Db } from '../../platform/db/schema.ts';

/** A list of articles as triggers keep it (`migrations/start/article-lists.ts`). `targetId`: author, category or tag; 0 for `all`. */
export type ArticleList = { kind: ArticleListKind; targetId: number };

export const allArticles: ArticleList = { kind: 'all', targetId: 0 };

/** `new`: pinned first, which an author's list does not know; `hot`: most read first. Both end with the id. */
export type ListOrder = 'new' | 'hot';

type Slice = { limit: number; offset: number };
type Sums = { articles: number; pinned: number; words: number };

const sumsOf = compiledOnce((db, { kind, targetId }: ArticleList) =>
  db
    .selectFrom('articleLists')
    .select(['articles', 'pinned', 'words'])
    .where('kind', '=', kind)
    .where('targetId', '=', targetId),
);

export async function sumsOfList(db: Db, { kind, targetId }: ArticleList): Promise<Sums> {
  const [sums] = await sumsOf(db, { kind, targetId });
  return sums ?? { articles: 0, pinned: 0, words: 0 };
}

async function countListed(db: Db, list = allArticles) {
  return (await sumsOfList(db, list)).articles;
}

const listsOfKind = compiledOnce((db) =>
  db
    .selectFrom('articleLists')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('lists')])
    .where('kind', 'in', ['category', 'tag'])
    .groupBy('kind'),
);

/** Numbers of listed articles, and of categories and tags that have any. */
export async function countLists(db: Db) {
  const rows = await listsOfKind(db, {});
  const count = (kind: ArticleListKind) => Number(rows.find((row) => row.kind === kind)?.lists ?? 0);
  return { articles: await countListed(db), categories: count('category'), tags: count('tag') };
}

/** Newest first. `month`: as 202611. */
export function listMonths(db: Db, { kind, targetId }: ArticleList) {
  return db
    .selectFrom('articleListMonths')
    .select(['month', 'articles'])
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .orderBy('month', 'desc')
    .execute();
}

/** Articles of each category from a month on. */
export function listMonthsOfCategories(db: Db, from: number) {
  return db
    .selectFrom('articleListMonths')
    .select(['targetId', 'month', 'articles'])
    .where('kind', '=', 'category')
    .where('month', '>=', from)
    .execute();
}

/** All listed articles by day number, oldest first. */
export function listArticleDays(db: Db, from?: number) {
  return db
    .selectFrom('articleListDays')
    .select(['day', 'articles', 'words'])
    .$if(from !== undefined, (days) => days.where('day', '>=', from ?? 0))
    .orderBy('day')
    .execute();
}

/** Rows passed over at most before a page begins: both databases walk through those of an OFFSET. */
const stride = 1000;

/**
 * Ids of a page, from the nearest known place: an end of the list, the month it falls into, or for the most read an
 * anchor up to a minute old.
 */
export async function listIds(db: Db, list: ArticleList, order: ListOrder, { limit, offset }: Slice, sums: Sums) {
  const wanted = Math.min(limit, sums.articles - offset);
  if (wanted <= 0) return [];
  const after = sums.articles - offset - wanted;
  if (offset <= stride) return walk(db, list, orders[order], { limit: wanted, offset });
  if (after <= stride) return (await walk(db, list, reversed[order], { limit: wanted, offset: after })).reverse();
  if (order === 'hot') return walkFromAnchor(db, list, { limit: wanted, offset });
  return walkFromPeriod(db, list, { limit: wanted, offset }, sums.pinned);
}

const orders = {
  new: sql`pinned desc, "publishedAt" desc, "articleId" desc`,
  hot: sql`views desc, "articleId" desc`,
};
const reversed = {
  new: sql`pinned, "publishedAt", "articleId"`,
  hot: sql`views, "articleId"`,
};

const everywhere = sql<boolean>`1 = 1`;

async function walk(db: Db, list: ArticleList, order: RawBuilder<unknown>, slice: Slice, from = everywhere) {
  const rows = await entries(db, list)
    .select('articleId')
    .where(from)
    .orderBy(order)
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();
  return rows.map(({ articleId }) => articleId);
}

function entries(db: Db, { kind, targetId }: ArticleList) {
  return db.selectFrom('articleListings').where('kind', '=', kind).where('targetId', '=', targetId);
}

/** Articles with a tag in a category, from the index of both. */
export async function listTaggedIn(
  db: Db,
  pair: { categoryId: number; tagId: number },
  order: ListOrder,
  slice: Slice,
) {
  const list: ArticleList = { kind: 'tag', targetId: pair.tagId };
  // a literal, not a parameter, so that the planner matches the partial index
  const isInCategory = sql<boolean>`kind = 'tag' and "categoryId" = ${pair.categoryId}`;
  const total = await countRows(entries(db, list).where(isInCategory));
  return { ids: await walk(db, list, orders[order], slice, isInCategory), total };
}

/** Articles of one year in a list, pinned first, and their number. */
export async function listOfYear(db: Db, list: ArticleList, year: number, { limit, offset }: Slice) {
  const months = await listMonths(db, list);
  const total = months.reduce(
    (sum, { month, articles }) => (Math.floor(month / 100) === year ? sum + articles : sum),
    0,
  );
  const isWithin = sql<boolean>`"publishedAt" >= ${chinaMonthStart(year, 1)} and "publishedAt" < ${chinaMonthStart(year + 1, 1)}`;
  const pinned = await walk(
    db,
    list,
    orders.new,
    { limit: stride, offset: 0 },
    sql<boolean>`pinned = 1 and ${isWithin}`,
  );
  const first = pinned.slice(offset, offset + limit);
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - pinned.length) };
  const others = rest.limit > 0 ? await walk(db, list, orders.new, rest, sql<boolean>`pinned = 0 and ${isWithin}`) : [];
  return { ids: [...first, ...others], total };
}

/** Pins are few and stand before all months. */
async function walkFromPeriod(db: Db, list: ArticleList, { limit, offset }: Slice, pinned: number) {
  if (offset < pinned) return walk(db, list, orders.new, { limit, offset });
  const month = await findMonth(db, list, offset - pinned);
  const from = sql<boolean>`pinned = 0 and "publishedAt" < ${month.end}`;
  return walk(db, list, orders.new, { limit, offset: offset - pinned - month.before }, from);
}

/** Finds the month of the unpinned article with this many newer ones. `before`: those of later months. */
async function findMonth(db: Db, { kind, targetId }: ArticleList, newer: number) {
  const own = sql`articles - pinned`;
  const months = db
    .selectFrom('articleListMonths')
    .select(['month', sql<number>`sum(${own}) over (order by month desc) - (${own})`.as('before')])
    .where('kind', '=', kind)
    .where('targetId', '=', targetId);
  const found = await db
    .selectFrom(months.as('months'))
    .select(['month', 'before'])
    .where('before', '<=', newer)
    .orderBy('before', 'desc')
    .orderBy('month')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { month } = found;
  return { end: chinaMonthStart(Math.floor(month / 100), (month % 100) + 1), before: Number(found.before) };
}

type Anchor = { views: number; articleId: number };
type Anchors = { until: number; places: (Anchor | null)[] };

/** Every thousandth article of the most read, per list: harmless in several processes, since views move places anyway. */
const anchorsOf = new WeakMap<Db, Map<string, Anchors>>();
const anchorsLast = 60_000;
const listsAtMost = 100;

async function walkFromAnchor(db: Db, list: ArticleList, { limit, offset }: Slice) {
  const anchor = await findAnchor(db, list, Math.floor(offset / stride));
  return anchor ? walk(db, list, orders.hot, { limit, offset: offset % stride }, notBefore(anchor)) : [];
}

function notBefore({ views, articleId }: Anchor) {
  return sql<boolean>`(views, "articleId") <= (${views}, ${articleId})`;
}

/** Walks on from the last known anchor; undefined when the list has become shorter. */
async function findAnchor(db: Db, list: ArticleList, number: number) {
  const { places } = anchorsFor(db, list);
  for (let at = places.length; at <= number; at++) {
    const last = places[at - 1];
    if (last === null) return undefined;
    const next = await entries(db, list)
      .select(['views', 'articleId'])
      .where(last ? notBefore(last) : everywhere)
      .orderBy(orders.hot)
      .limit(1)
      .offset(last ? stride : 0)
      .executeTakeFirst();
    places[at] = next ?? null;
  }
  return places[number] ?? undefined;
}

function anchorsFor(db: Db, { kind, targetId }: ArticleList) {
  const lists = anchorsOf.get(db) ?? new Map<string, Anchors>();
  anchorsOf.set(db, lists);
  const key = `${kind} ${targetId}`;
  const known = lists.get(key);
  if (known && known.until > Date.now()) return known;
  const anchors = { until: Date.now() + anchorsLast, places: [] };
  if (lists.size >= listsAtMost) lists.clear();
  lists.set(key, anchors);
  return anchors;
}
