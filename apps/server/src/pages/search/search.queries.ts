import type { SearchKind } from '@mojian/contract/platform/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains, isArticle, isPage, listed, shown } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Literals, not parameters, so that the planner matches the partial indexes. */
const publicSay = sql<SqlBool>`says."isPublic" = 1 and says.state = 'shown'`;
const shownComment = sql<SqlBool>`comments.state = 'shown' and comments."removedAt" is null`;
/** Asked for each comment; articles that hide theirs are found by the index `articlesHidingComments`. */
const commented = sql<SqlBool>`((exists (select 1 from articles where articles.id = comments."articleId" and ${shown})
    and not exists (select 1 from articles as hiding where hiding.commenting = 'hidden'
      and (-hiding.id) = -comments."articleId"))
  or exists (select 1 from says where says.id = comments."sayId" and ${publicSay}))`;

export function listSays(db: Db, ids: number[]) {
  return db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select([
      'says.id',
      'says.html',
      'says.pictures',
      'says.createdAt',
      'says.comments',
      'says.authorId',
      'users.nickname',
    ])
    .where('says.id', 'in', ids)
    .where(publicSay)
    .execute();
}

/** Public comments below what everybody may see; `withSays`: those on says too. */
export function listComments(db: Db, ids: number[], withSays: boolean) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .leftJoin('articles', 'articles.id', 'comments.articleId')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .select([
      'comments.id',
      'comments.html',
      'comments.createdAt',
      'comments.articleId',
      'comments.sayId',
      'comments.replies',
      'comments.authorId',
      'users.nickname',
      'articles.title',
      'articles.slug',
      'articles.kind',
      'says.html as sayHtml',
    ])
    .where('comments.id', 'in', ids)
    .where(readable(withSays))
    .execute();
}

export function listSeries(db: Db, ids: number[]) {
  return db
    .selectFrom('series')
    .innerJoin('users', 'users.id', 'series.authorId')
    .select(['series.id', 'series.name', 'series.intro', 'series.articles', 'series.newestAt', 'users.nickname'])
    .where('series.id', 'in', ids)
    .where('series.articles', '>', 0)
    .execute();
}

/** Finds which of these writings everybody may see. */
export async function visibleIds(db: Db, kind: SearchKind, ids: number[], withSays: boolean) {
  if (ids.length === 0) return new Set<number>();
  const [table, condition] = visible(kind, withSays);
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).where(condition).execute();
  return new Set(rows.map(({ id }) => id));
}

type Visible = ['articles' | 'says' | 'series' | 'comments', RawBuilder<SqlBool>];

function visible(kind: SearchKind, withSays: boolean): Visible {
  if (kind === 'say') return ['says', publicSay];
  if (kind === 'series') return ['series', sql`series.articles > 0`];
  if (kind === 'comment') return ['comments', readable(withSays)];
  return ['articles', kind === 'page' ? sql`${shown} and ${isPage}` : listed];
}

function readable(withSays: boolean) {
  return sql<SqlBool>`${shownComment} and ${commented} ${withSays ? sql`` : sql`and comments."sayId" is null`}`;
}

/** Ids of all pages that readers may see; they are few. */
export async function listPageIds(db: Db) {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where(sql<SqlBool>`articles.kind = 'page'`)
    .where(shown)
    .execute();
  return rows.map(({ id }) => id);
}

export function listCategoriesOf(db: Db, articleIds: number[]) {
  return db
    .selectFrom('articleListings')
    .innerJoin('categories', 'categories.id', 'articleListings.targetId')
    .select(['articleListings.articleId', 'categories.id', 'categories.name', 'categories.pigment'])
    .where('articleListings.kind', '=', 'category')
    .where('articleListings.articleId', 'in', articleIds)
    .execute();
}

export function listDates(db: Db, articleIds: number[]) {
  return db.selectFrom('articles').select(['id', 'publishedAt', 'createdAt']).where('id', 'in', articleIds).execute();
}

export type Due = Schema['writingsDue'];

export function listDue(db: Db, limit: number): Promise<Due[]> {
  return db.selectFrom('writingsDue').selectAll().orderBy('kind').orderBy('id', 'desc').limit(limit).execute();
}

/** Takes them off the list first: who changes one meanwhile waits, and notes it again. */
export async function deleteDue(trx: Trx, due: Due[]) {
  for (const [kind, some] of Map.groupBy(due, (one) => one.kind))
    await trx
      .deleteFrom('writingsDue')
      .where('kind', '=', kind)
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute();
}

/** Notes all that is written, after a restore or to build the index again. */
export async function noteAll(trx: Trx) {
  for (const [kind, table] of Object.entries({
    article: 'articles',
    series: 'series',
    say: 'says',
    comment: 'comments',
  }))
    await sql`insert into "writingsDue" (kind, id) select ${kind}, id from ${sql.table(table)}
      where true on conflict do nothing`.execute(trx);
}

/** Lists the texts of a kind for its index, without those that nobody is to find. */
export function listSought(trx: Trx, kind: Due['kind'], ids: number[]) {
  if (kind === 'article')
    return trx
      .selectFrom('articles')
      .select([
        'id',
        'title as name',
        sql<string>`''`.as('text'),
        sql<number>`"publishedAt"`.as('date'),
        sql<number>`case when ${isArticle} then 0 else 1 end`.as('isPage'),
      ])
      .where('id', 'in', ids)
      .where(shown)
      .execute();
  const isPage = sql<number>`0`.as('isPage');
  if (kind === 'series')
    return trx
      .selectFrom('series')
      .select(['id', 'name', 'intro as text', 'newestAt as date', isPage])
      .where('id', 'in', ids)
      .where('articles', '>', 0)
      .execute();
  const noName = sql<string>`''`.as('name');
  if (kind === 'say')
    return trx
      .selectFrom('says')
      .select(['id', noName, 'text', 'createdAt as date', isPage])
      .where('id', 'in', ids)
      .where(publicSay)
      .execute();
  return trx
    .selectFrom('comments')
    .select(['id', noName, 'text', 'createdAt as date', isPage])
    .where('id', 'in', ids)
    .where(shownComment)
    .execute();
}

/** Searches stored at most. */
const searchesAtMost = 1000;

type Counted = { text: string; found: 0 | 1; missed: 0 | 1; lastAt: number };

export async function countSearch(trx: Trx, { text, found, missed, lastAt }: Counted) {
  await trx
    .insertInto('searches')
    .values({ text, found, missed, lastAt })
    .onConflict((known) =>
      known.column('text').doUpdateSet(({ ref }) => ({
        found: sql<number>`${ref('searches.found')} + ${found}`,
        missed: sql<number>`${ref('searches.missed')} + ${missed}`,
        lastAt,
      })),
    )
    .execute();
  const oldest = await trx
    .selectFrom('searches')
    .select('lastAt')
    .orderBy('lastAt', 'desc')
    .limit(1)
    .offset(searchesAtMost)
    .executeTakeFirst();
  if (oldest) await trx.deleteFrom('searches').where('lastAt', '<=', oldest.lastAt).execute();
}

export async function deleteSearchesBefore(db: Db, time: number) {
  await db.deleteFrom('searches').where('lastAt', '<', time).execute();
}

/** Texts found most often. */
export function listOftenFound(db: Db, fewest: number, limit: number) {
  return db
    .selectFrom('searches')
    .select(['text', 'found'])
    .where('found', '>=', fewest)
    .orderBy('found', 'desc')
    .orderBy('text')
    .limit(limit)
    .execute();
}

type Filter = { text: string; only: 'missed' | 'all' };

export function selectSearches(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .selectAll()
    .orderBy('missed', 'desc')
    .orderBy('lastAt', 'desc')
    .orderBy('text')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSearches(db: Db, filter: Filter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function filtered(db: Db, { text, only }: Filter) {
  return db
    .selectFrom('searches')
    .$if(only === 'missed', (rows) => rows.where('missed', '>', 0))
    .$if(text !== '', (rows) => rows.where(contains('searches.text', text)));
}
