import { type SqlBool, sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Written as in the partial indexes, so that the planner matches them. */
const publicSay = sql<SqlBool>`says."isPublic" = 1 and says.state = 'shown'`;
/** Leaves SQLite no index but that of pictures: it would walk through `saysNew`. */
const publicPictured = sql<SqlBool>`pictures <> '[]' and says."isPublic" + 0 = 1 and says.state || '' = 'shown'`;
const shownComment = sql<SqlBool>`comments.state = 'shown' and comments."removedAt" is null`;

/** Newest public says; `pictured`: only those with pictures. Their ids come from an index, before anything is joined. */
export async function listNewestSays(db: Db, { limit, pictured = false }: { limit: number; pictured?: boolean }) {
  const newest = await db
    .selectFrom('says')
    .select('id')
    .where(pictured ? publicPictured : publicSay)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return listSaysById(
    db,
    newest.map(({ id }) => id),
  );
}

async function listSaysById(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select([
      'says.id',
      'says.html',
      'says.pictures',
      'says.place',
      'says.likes',
      'says.comments',
      'says.createdAt',
      'users.nickname',
      'users.avatar',
    ])
    .where('says.id', 'in', ids)
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc')
    .execute();
}

export type SayRow = Awaited<ReturnType<typeof listNewestSays>>[number];

/** Newest articles with a cover of their own. */
export function listCovers(db: Db, limit: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'cover', 'publishedAt'])
    .where(listed)
    .where(sql<SqlBool>`cover <> ''`)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function listPictureSizes(db: Db, keys: string[]) {
  if (keys.length === 0) return [];
  return db.selectFrom('files').select(['key', 'width', 'height']).where('key', 'in', keys).execute();
}

/** Chosen so that the words of a quotation can be the reader's own: `from` <= createdAt < `until`. */
type Quotable = { from: number; until: number; fewest: number; most: number };

/**
 * Visible comments on listed articles that show theirs, newest first. With a join or `exists` in place of the subquery
 * SQLite would scan all articles first.
 */
function selectComments(db: Db) {
  return db
    .selectFrom('comments')
    .where(shownComment)
    .where(
      ({ selectFrom }) =>
        selectFrom('articles')
          .select('id')
          .where(listed)
          .where('articles.commenting', '<>', 'hidden')
          .whereRef('articles.id', '=', 'articleId'),
      'is not',
      null,
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

export async function listNewestCommentIds(db: Db, limit: number) {
  const rows = await selectComments(db).select('comments.id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Comments of readers whose text is about as long as a quotation. */
export function listQuotable(db: Db, { from, until, fewest, most }: Quotable, limit: number) {
  return selectComments(db)
    .select(['comments.id', 'comments.html'])
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .where(sql<SqlBool>`length(comments.text) between ${fewest} and ${most}`)
    .where(
      (author) => author.selectFrom('users').select('role').whereRef('users.id', '=', 'comments.authorId'),
      '<>',
      'owner',
    )
    .limit(limit)
    .execute();
}

export async function listCommentsById(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.articleId')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select([
      'comments.id',
      'comments.html',
      'comments.text',
      'comments.place',
      'comments.createdAt',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      'articles.id as articleId',
      'articles.slug',
      'articles.title as articleTitle',
    ])
    .where('comments.id', 'in', ids)
    .orderBy('comments.createdAt', 'desc')
    .orderBy('comments.id', 'desc')
    .execute();
}

export type CommentRow = Awaited<ReturnType<typeof listCommentsById>>[number];

/** Moments from `from` to before `until`. */
export type Span = { from: number; until: number };

const mostOfDays = 200;

/** Days as a table, each of which is then looked up in an index: a row of `or` would be one walk through all. */
function daysTable(spans: Span[]) {
  const rows = spans.map(({ from, until }) => sql`(${sql.lit(from)}, ${sql.lit(until)})`);
  return sql`with days(lo, hi) as (values ${sql.join(rows)})`;
}

export async function listArticlesOfDays(db: Db, spans: Span[]) {
  if (spans.length === 0) return [];
  const { rows } = await sql<{ id: number; at: number }>`${daysTable(spans)}
    select articles.id, articles."publishedAt" as at from days cross join articles
    where articles."publishedAt" >= days.lo and articles."publishedAt" < days.hi and ${listed}
    order by articles."publishedAt" desc, articles.id desc limit ${mostOfDays}`.execute(db);
  return rows;
}

export async function listSaysOfDays(db: Db, spans: Span[]) {
  if (spans.length === 0) return [];
  const { rows } = await sql<{ id: number; html: string; place: string; at: number }>`${daysTable(spans)}
    select says.id, says.html, says.place, says."createdAt" as at from days cross join says
    where says."createdAt" >= days.lo and says."createdAt" < days.hi and ${publicSay}
    order by says."createdAt" desc, says.id desc limit ${mostOfDays}`.execute(db);
  return rows;
}

/** The last articles of each series, with their places in it. */
export async function listNewestOfSeries(db: Db, seriesIds: number[], each: number) {
  if (seriesIds.length === 0) return [];
  const items = db
    .selectFrom('articles')
    .select([
      'id',
      'slug',
      'title',
      'seriesId',
      sql<number>`row_number() over (partition by "seriesId" order by "seriesPosition", id)`.as('number'),
      sql<number>`row_number() over (partition by "seriesId" order by "seriesPosition" desc, id desc)`.as('fromEnd'),
    ])
    .where('seriesId', 'in', seriesIds)
    .where(listed)
    .as('items');
  return db
    .selectFrom(items)
    .select(['id', 'slug', 'title', 'seriesId', 'number'])
    .where('fromEnd', '<=', each)
    .orderBy('fromEnd')
    .execute();
}

/** Latest publication or creation first, as the list of all series. */
export function listShelf(db: Db, limit: number) {
  return db
    .selectFrom('series')
    .select(['id', 'name', 'intro', 'articles'])
    .where('articles', '>', 0)
    .orderBy('newestAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countSeries(db: Db) {
  const { total } = await db
    .selectFrom('series')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('articles', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(total);
}
