import { chinaOffset, hourLength } from '@mojian/contract/platform/time';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';

/** Literals, so that the planner matches the partial index. */
const isPublicSay = sql<SqlBool>`says."isPublic" = 1 and says.state = 'shown'`;

/** Columns of the order, newest first: one moment may have rows of several kinds. */
export const order = ['createdAt', 'rank', 'id'] as const;
export type Position = { createdAt: number; rank: number; id: number };

/** Kinds in the order of one moment; the place is the rank. */
export const kinds = ['article', 'say', 'comment', 'collect', 'follow'] as const;
export type Kind = (typeof kinds)[number];

/** Features that what one commented on belongs to. */
type Commented = { comments: boolean; says: boolean };

/** Ids and moments of one kind, that are open to all, after a position of the whole list. */
export function listOfKind(
  db: Db,
  kind: Kind,
  userId: number,
  options: { after?: Position; limit: number } & Commented,
) {
  const { after, limit } = options;
  const rank = kinds.indexOf(kind);
  const found = sources[kind](db, userId, options).as('found');
  return db
    .selectFrom(found)
    .select(['found.id', 'found.createdAt', sql<number>`${sql.lit(rank)}`.as('rank')])
    .$if(after !== undefined, (rows) => rows.where(isAfter(rank, after as Position)))
    .orderBy('found.createdAt', 'desc')
    .orderBy('found.id', 'desc')
    .limit(limit)
    .execute();
}

function isAfter(rank: number, { createdAt, rank: last, id }: Position) {
  if (rank === last) return sql<SqlBool>`(found."createdAt", found.id) < (${createdAt}, ${id})`;
  return rank > last ? sql<SqlBool>`found."createdAt" <= ${createdAt}` : sql<SqlBool>`found."createdAt" < ${createdAt}`;
}

type Rows = SelectQueryBuilder<Schema, never, { id: number; createdAt: number }>;

const sources: Record<Kind, (db: Db, userId: number, commented: Commented) => Rows> = {
  article: (db, userId) => articlesOf(db, userId) as Rows,
  say: (db, userId) => saysOf(db, userId) as Rows,
  comment: (db, userId, commented) => commentsOf(db, userId, commented) as Rows,
  collect: (db, userId) =>
    db
      .selectFrom('collects')
      .innerJoin('articles', 'articles.id', 'collects.articleId')
      .select(['collects.articleId as id', 'collects.createdAt'])
      .where('collects.userId', '=', userId)
      .where(listed) as Rows,
  follow: (db, userId) =>
    db
      .selectFrom('follows')
      .select(['follows.followedId as id', 'follows.createdAt'])
      .where('follows.followerId', '=', userId) as Rows,
};

/** From the author's list, which triggers keep: published articles, and none that is removed or a page. */
function articlesOf(db: Db, userId: number) {
  return db
    .selectFrom('articleListings')
    .select(['articleListings.articleId as id', 'articleListings.publishedAt as createdAt'])
    .where(sql<SqlBool>`"articleListings".kind = 'author' and "articleListings".pinned = 0`)
    .where('articleListings.targetId', '=', userId);
}

function saysOf(db: Db, userId: number) {
  return db
    .selectFrom('says')
    .select(['says.id', 'says.createdAt'])
    .where('says.authorId', '=', userId)
    .where(isPublicSay);
}

/** Comments that stand below what all may see, and not below a held one. */
function commentsOf(db: Db, userId: number, { comments, says }: Commented) {
  const belowArticle = sql<SqlBool>`exists (select 1 from articles where articles.id = comments."articleId"
    and ${listed} and articles.commenting <> 'hidden')`;
  const belowSay = sql<SqlBool>`exists (select 1 from says where says.id = comments."sayId" and ${isPublicSay})`;
  const isAnswerToShown = sql<SqlBool>`(comments."parentId" is null or exists (select 1 from comments as top
    where top.id = comments."parentId" and top.state = 'shown'))`;
  return db
    .selectFrom('comments')
    .select(['comments.id', 'comments.createdAt'])
    .where('comments.authorId', '=', userId)
    .where(sql<SqlBool>`comments.state = 'shown' and comments."removedAt" is null`)
    .where(isAnswerToShown)
    .where(says ? sql<SqlBool>`(${belowArticle} or ${belowSay})` : belowArticle)
    .$if(!comments, (rows) => rows.where(sql<SqlBool>`1 = 0`));
}

export function listSays(db: Db, ids: number[]) {
  return db.selectFrom('says').select(['id', 'html', 'pictures']).where('id', 'in', ids).execute();
}

export function listComments(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .select(['comments.id', 'comments.html', 'comments.pictures', 'comments.articleId', 'comments.sayId', 'says.text'])
    .where('comments.id', 'in', ids)
    .execute();
}

export function listPeople(db: Db, ids: number[]) {
  return db.selectFrom('users').select(['id', 'nickname', 'avatar']).where('id', 'in', ids).execute();
}

/** Writings of each kind, newest first, that a year counts at the most. */
const mostCounted = 3000;

/** Writings by hour since 1970 in China, of articles, says and comments that are open to all. */
export function countByHour(db: Db, userId: number, from: number, commented: Commented) {
  const since = (rows: Rows) =>
    db
      .selectFrom(rows.as('found'))
      .select('found.createdAt')
      .where('found.createdAt', '>=', from)
      .orderBy('found.createdAt', 'desc')
      .limit(mostCounted);
  const written = (kind: Kind) => db.selectFrom(since(sources[kind](db, userId, commented)).as(kind)).selectAll();
  const all = written('article')
    .unionAll(written('comment'))
    .$if(commented.says, (rows) => rows.unionAll(written('say')));
  const hour = sql<number>`("createdAt" + ${sql.lit(chinaOffset)}) / ${sql.lit(hourLength)}`;
  return db
    .selectFrom(all.as('written'))
    .select(({ fn }) => [hour.as('hour'), fn.countAll<number>().as('count')])
    .groupBy(hour)
    .execute();
}

export async function findPinned(db: Db, userId: number) {
  const row = await db
    .selectFrom('articleListings as own')
    .innerJoin('articleListings as everywhere', 'everywhere.articleId', 'own.articleId')
    .select('own.articleId')
    .where(sql<SqlBool>`own.kind = 'author' and own.pinned = 0`)
    .where('own.targetId', '=', userId)
    .where(sql<SqlBool>`everywhere.kind = 'all' and everywhere."targetId" = 0 and everywhere.pinned = 1`)
    .orderBy('own.publishedAt', 'desc')
    .orderBy('own.articleId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.articleId;
}

/** Newest writings of each kind whose topics are counted. */
const mostLookedAt = 300;

/** Topics of a member's says. */
export function countTopics(db: Db, userId: number) {
  const says = saysOf(db, userId).orderBy('says.createdAt', 'desc').orderBy('says.id', 'desc').limit(mostLookedAt);
  return db
    .selectFrom(says.as('recent'))
    .innerJoin('sayTopics', 'sayTopics.sayId', 'recent.id')
    .select(({ fn }) => ['sayTopics.topic as name', fn.countAll<number>().as('count')])
    .groupBy('sayTopics.topic')
    .execute();
}

/** Tags of a member's articles. */
export function countTags(db: Db, userId: number) {
  const articles = articlesOf(db, userId)
    .orderBy('articleListings.publishedAt', 'desc')
    .orderBy('articleListings.articleId', 'desc')
    .limit(mostLookedAt);
  return db
    .selectFrom(articles.as('recent'))
    .innerJoin('articleTags', 'articleTags.articleId', 'recent.id')
    .innerJoin('tags', 'tags.id', 'articleTags.tagId')
    .select(({ fn }) => ['tags.id', 'tags.name', fn.countAll<number>().as('count')])
    .groupBy(['tags.id', 'tags.name'])
    .execute();
}

/** Series with published articles, the latest first. */
export function listSeriesOf(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('series')
    .select(['id', 'name', 'articles'])
    .where('authorId', '=', userId)
    .where('articles', '>', 0)
    .orderBy('newestAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function readShowsCollects(db: Db, userId: number) {
  const row = await db.selectFrom('users').select('showsCollects').where('id', '=', userId).executeTakeFirst();
  return row?.showsCollects === 1;
}
