import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../../platform/db/compiled.ts';
import { isArticle, listed, shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Written as in the partial indexes, so that the planner matches them. */
const publicSay = sql<SqlBool>`says."isPublic" = 1 and says.state = 'shown'`;
/** Leaves SQLite no index but that of pictures: it would walk through `saysNew`. */
const publicPictured = sql<SqlBool>`pictures <> '[]' and says."isPublic" + 0 = 1 and says.state || '' = 'shown'`;
const shownComment = sql<SqlBool>`comments.state = 'shown' and comments."removedAt" is null`;

/** Says: the one on the sheet and five more; with pictures: some of them stand on the page already. */
const [saysAtMost, picturedAtMost] = [6, 24];

const newestSays = compiledOnce((db) => selectNewestSays(db).where(publicSay).limit(saysAtMost));
const newestPictured = compiledOnce((db) => selectNewestSays(db).where(publicPictured).limit(picturedAtMost));

function selectNewestSays(db: Db | Trx) {
  return db.selectFrom('says').select('id').orderBy('createdAt', 'desc').orderBy('id', 'desc');
}

/** Newest public says. Their ids come from an index, before anything is joined. */
export async function listNewestSays(db: Db) {
  return listSaysById(db, await newestSays(db, {}));
}

/** Newest public says with pictures. */
export async function listPicturedSays(db: Db) {
  return listSaysById(db, await newestPictured(db, {}));
}

const saysById = compiledOnce((db, { ids }: { ids: number[] }) =>
  db
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
      'says.authorId',
      'users.nickname',
      'users.avatar',
    ])
    .where('says.id', 'in', ids)
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc'),
);

async function listSaysById(db: Db, says: { id: number }[]) {
  return says.length > 0 ? saysById(db, { ids: says.map(({ id }) => id) }) : [];
}

export type SayRow = Awaited<ReturnType<typeof listNewestSays>>[number];

const coversAtMost = 24;

const covers = compiledOnce((db) =>
  db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'cover', 'publishedAt'])
    .where(listed)
    .where(sql<SqlBool>`cover <> ''`)
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(coversAtMost),
);

/** Newest articles with a cover of their own. */
export function listCovers(db: Db) {
  return covers(db, {});
}

/** Newest articles whose first photographs are looked for. */
const photographedAtMost = 200;

const photographs = compiledOnce((db) =>
  db
    .selectFrom((all) =>
      all
        .selectFrom('articles')
        .select(['id', 'slug', 'title', 'publishedAt'])
        .where(listed)
        .where(sql<SqlBool>`cover = ''`)
        .orderBy('publishedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(photographedAtMost)
        .as('newest'),
    )
    .innerJoin('articlePhotographs', 'articlePhotographs.articleId', 'newest.id')
    .select(['newest.id', 'newest.slug', 'newest.title', 'articlePhotographs.url as cover', 'newest.publishedAt'])
    .where(sql<SqlBool>`url <> ''`)
    .orderBy('publishedAt', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(coversAtMost),
);

/** First photographs, which everybody may see, of the newest articles without a cover of their own. */
export function listPhotographs(db: Db) {
  return photographs(db, {});
}

export async function listPictureSizes(db: Db, keys: string[]) {
  if (keys.length === 0) return [];
  return db.selectFrom('files').select(['key', 'width', 'height']).where('key', 'in', keys).execute();
}

/**
 * Visible comments on listed articles that show theirs, newest first. With a join or `exists` in place of the subquery
 * SQLite would scan all articles first.
 */
function selectComments(db: Db | Trx) {
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

/** Three are shown, or the next where the day's quotation is among them. */
const commentsAtMost = 5;

const newestComments = compiledOnce((db) => selectComments(db).select('comments.id').limit(commentsAtMost));

export async function listNewestCommentIds(db: Db) {
  return (await newestComments(db, {})).map(({ id }) => id);
}

/** Chosen so that the words of a quotation can be the reader's own: `from` <= createdAt < `until`. */
type Quotable = { from: number; until: number; fewest: number; most: number };

const quotableAtMost = 300;

const quotable = compiledOnce((db, { from, until, fewest, most }: Quotable) =>
  selectComments(db)
    .select(['comments.id', 'comments.html'])
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .where(sql<SqlBool>`length(comments.text) between ${fewest} and ${most}`)
    .where(
      (author) => author.selectFrom('users').select('role').whereRef('users.id', '=', 'comments.authorId'),
      '<>',
      'owner',
    )
    .limit(quotableAtMost),
);

/** Comments of readers whose text is about as long as a quotation. */
export function listQuotable(db: Db, wanted: Quotable) {
  return quotable(db, wanted);
}

const commentsById = compiledOnce((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.articleId')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .select([
      'comments.id',
      'comments.html',
      'comments.text',
      'comments.place',
      'comments.createdAt',
      'comments.authorId',
      'users.nickname',
      'users.avatar',
      'users.isGuest',
      'articles.id as articleId',
      'articles.slug',
      'articles.title as articleTitle',
    ])
    .where('comments.id', 'in', ids)
    .orderBy('comments.createdAt', 'desc')
    .orderBy('comments.id', 'desc'),
);

export async function listCommentsById(db: Db, ids: number[]) {
  return ids.length > 0 ? commentsById(db, { ids }) : [];
}

export type CommentRow = Awaited<ReturnType<typeof listCommentsById>>[number];

/** Moments from `from` to before `until`. */
export type Span = { from: number; until: number };

const mostOfDays = 200;

/** A walk of its own through an index for each day: a condition with them all would be one walk through everything. */
function ofEachDay<Row>(db: Db, spans: Span[], rowsOf: (span: Span) => RawBuilder<unknown>) {
  const days = spans.map((span) => sql`select * from (${rowsOf(span)} limit ${sql.lit(mostOfDays)}) as one`);
  return sql<Row>`select * from (${sql.join(days, sql` union all `)}) as days order by at desc, id desc
    limit ${sql.lit(mostOfDays)}`.execute(db);
}

export async function listArticlesOfDays(db: Db, spans: Span[]) {
  if (spans.length === 0) return [];
  const { rows } = await ofEachDay<{ id: number; at: number }>(
    db,
    spans,
    ({ from, until }) => sql`select articles.id, articles."publishedAt" as at from articles
      where articles."publishedAt" >= ${from} and articles."publishedAt" < ${until} and ${listed}
      order by articles."publishedAt" desc, articles.id desc`,
  );
  return rows;
}

export async function listSaysOfDays(db: Db, spans: Span[]) {
  if (spans.length === 0) return [];
  const { rows } = await ofEachDay<{ id: number; html: string; place: string; at: number }>(
    db,
    spans,
    ({ from, until }) => sql`select says.id, says.html, says.place, says."createdAt" as at from says
      where says."createdAt" >= ${from} and says."createdAt" < ${until} and ${publicSay}
      order by says."createdAt" desc, says.id desc`,
  );
  return rows;
}

/** Titles of each series that are read: more than are shown, as some stand on the page already. */
const titlesOfSeries = 6;

type InSeries = { id: number; slug: string | null; title: string; seriesId: number; seriesPosition: number };

/** A walk through the end of each series in its index: numbering them would read all articles of all series. */
const newestOfSeries = compiledOnce((db, { ids }: { ids: number[] }) => {
  const ends = ids.map(
    (id) => sql`select * from (select id, slug, title, "seriesId", "seriesPosition" from articles
      where "seriesId" = ${id} and ${shown} order by "seriesPosition" desc, id desc
      limit ${sql.lit(titlesOfSeries)}) as one`,
  );
  return db
    .selectFrom(sql<InSeries>`(${sql.join(ends, sql` union all `)})`.as('articles'))
    .select(['id', 'slug', 'title', 'seriesId'])
    .where(isArticle)
    .orderBy('seriesPosition', 'desc')
    .orderBy('id', 'desc');
});

/** The last articles of each series, the last one first. */
export async function listNewestOfSeries(db: Db, ids: number[]) {
  return ids.length > 0 ? newestOfSeries(db, { ids }) : [];
}

const shelfLength = 12;

const shelf = compiledOnce((db) =>
  db
    .selectFrom('series')
    .select(['id', 'name', 'intro', 'articles'])
    .where('articles', '>', 0)
    .orderBy('newestAt', 'desc')
    .orderBy('id', 'desc')
    .limit(shelfLength),
);

/** Latest publication or creation first, as the list of all series. */
export function listShelf(db: Db) {
  return shelf(db, {});
}

const seriesCount = compiledOnce((db) =>
  db
    .selectFrom('series')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('articles', '>', 0),
);

export async function countSeries(db: Db) {
  return Number((await seriesCount(db, {}))[0]?.total ?? 0);
}
