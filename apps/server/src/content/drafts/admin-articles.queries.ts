import type { ArticleTab } from '@mojian/contract/content/articles-admin';
import type { ArticleState } from '@mojian/contract/content/drafts';
import { type ArticleKind, readTypes } from '@mojian/contract/platform/rules';
import { type RawBuilder, sql } from 'kysely';
import { isArticle, isPage, notPrivate } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

type Filter = {
  kind: ArticleKind;
  state: ArticleTab;
  text: string;
  categoryId?: number | undefined;
  tagId?: number | undefined;
  authorId?: number | undefined;
  readType?: string | undefined;
  /** Milliseconds. */
  since?: number | undefined;
};
type Sort = 'time' | 'views' | 'comments' | 'likes';
type Slice = { limit: number; offset: number };

const yes = sql<boolean>`1 = 1`;
/** A submission is listed under its submitted title. */
const title = sql<string>`case when drafts."submittedAt" is null then articles.title else drafts.title end`;
const moment = sql<number>`coalesce(articles."removedAt", drafts."submittedAt", articles."publishedAt", articles."updatedAt")`;

/** Hides others' drafts, and what was trashed before the staff could see it. */
const seenBy = (viewerId: number) => sql<boolean>`(articles."authorId" = ${viewerId} or drafts."submittedAt" is not null
  or articles.state in ('published', 'scheduled', 'withdrawn')
  or (articles.state = 'refused' and articles."removedAt" is null))`;

export type Row = Awaited<ReturnType<typeof selectAdminArticles>>[number];

/** Finds the page's ids in an index that has all that filters and orders, then reads these rows. */
export function selectAdminArticles(
  db: Db,
  viewerId: number,
  filter: Filter,
  { sort, ...slice }: Slice & { sort: Sort },
) {
  const order = orderOf(filter, sort);
  const page = selectFiltered(db, viewerId, filter)
    .select('articles.id')
    .orderBy(order)
    .limit(slice.limit)
    .offset(slice.offset);
  return db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('series', 'series.id', 'articles.seriesId')
    .select([
      'articles.id',
      'articles.slug',
      'articles.state',
      'articles.readType',
      'articles.original',
      'articles.pinned',
      'articles.featured',
      'articles.recommended',
      'articles.views',
      'articles.comments',
      'articles.likes',
      'articles.removedAt',
      'articles.authorId',
      'users.nickname',
      'users.avatar',
      'categories.name as categoryName',
      'series.name as series',
      'drafts.submittedAt',
      title.as('title'),
      moment.as('moment'),
      sql<string | null>`case when drafts."submittedAt" is not null then drafts.content end`.as('handedIn'),
      sql<number>`coalesce(drafts.words, articles.words)`.as('words'),
    ])
    .where('articles.id', 'in', page)
    .orderBy(order)
    .execute();
}

export async function countAdminArticles(db: Db, viewerId: number, filter: Filter) {
  const { total } = await selectFiltered(db, viewerId, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts by state, trash and pending submission. */
export function countArticlesByState(db: Db, viewerId: number, kind: ArticleKind) {
  const removed = sql<number | boolean>`articles."removedAt" is not null`;
  const waiting = sql<number | boolean>`drafts."submittedAt" is not null`;
  return db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(({ fn }) => ['articles.state', removed.as('removed'), waiting.as('waiting'), fn.countAll().as('count')])
    .where(seenBy(viewerId))
    .where(ofKind(kind))
    .groupBy(['articles.state', removed, waiting])
    .execute();
}

export async function listQueue(db: Db, limit: number) {
  const rows = await db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .select('articles.id')
    .where('drafts.submittedAt', 'is not', null)
    .where('articles.removedAt', 'is', null)
    .orderBy('drafts.submittedAt')
    .orderBy('articles.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function findAuthor(db: Db, id: number) {
  const author = await db
    .selectFrom('users')
    .select(['id', 'nickname', 'avatar'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = await db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select([
      sql<number | null>`sum(case when articles.state = 'published' then 1 else 0 end)`.as('published'),
      sql<number | null>`sum(case when drafts.refusal <> '' then 1 else 0 end)`.as('refused'),
    ])
    .where('articles.authorId', '=', id)
    .where('articles.removedAt', 'is', null)
    .where(isArticle)
    .executeTakeFirstOrThrow();
  return { ...author, published: Number(before.published ?? 0), refused: Number(before.refused ?? 0) };
}

export async function selectChoices(db: Db, viewerId: number) {
  const [categories, tags, authors] = await Promise.all([
    db.selectFrom('categories').select(['id', 'name']).orderBy('position').orderBy('id').execute(),
    db.selectFrom('tags').select(['id', 'name']).where(isOnSeen(viewerId)).orderBy('name').limit(1000).execute(),
    db
      .selectFrom('users')
      .select(['id', 'nickname as name'])
      .where('id', 'in', (own) => own.selectFrom('articles').select('authorId'))
      .orderBy('id')
      .limit(1000)
      .execute(),
  ]);
  return { categories, tags, authors };
}

/** Hides tags that only private articles carry. */
function isOnSeen(viewerId: number) {
  return sql<boolean>`exists (select 1 from "articleTags" join articles on articles.id = "articleTags"."articleId"
    where "articleTags"."tagId" = tags.id and (articles.state <> 'private' or articles."authorId" = ${viewerId}))`;
}

export function listArticleTexts(db: Db, ids: number[]) {
  return db.selectFrom('articles').select(['id', 'kind', 'title', 'slug', 'html']).where('id', 'in', ids).execute();
}

function orderOf({ state }: Filter, sort: Sort): RawBuilder<unknown> {
  if (sort !== 'time') return sql`${sql.ref(`articles.${sort}`)} desc, articles.id desc`;
  return state === 'pending' ? sql`${moment}, articles.id` : sql`${moment} desc, articles.id desc`;
}

function selectFiltered(db: Db, viewerId: number, filter: Filter) {
  const { kind, state, text, categoryId, tagId, authorId, readType, since } = filter;
  return db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .where(seenBy(viewerId))
    .where(ofKind(kind))
    .where('articles.removedAt', state === 'trash' ? 'is not' : 'is', null)
    .where(within(state))
    .where(text === '' ? yes : containing(text))
    .where(categoryId === undefined ? yes : sql<boolean>`articles."categoryId" = ${categoryId}`)
    .where(authorId === undefined ? yes : sql<boolean>`articles."authorId" = ${authorId}`)
    .where(readType === undefined ? yes : readBy(Number(readType)))
    .where(since === undefined ? yes : sql<boolean>`${moment} >= ${since}`)
    .where(
      tagId === undefined
        ? yes
        : sql<boolean>`articles.id in (select "articleId" from "articleTags" where "tagId" = ${tagId})`,
    );
}

const ofKind = (kind: ArticleKind) => (kind === 'page' ? isPage : isArticle);

function readBy(readType: number) {
  if (readType === readTypes.onlyAuthor) return sql<boolean>`articles.state = 'private'`;
  return sql<boolean>`articles."readType" = ${readType} and ${notPrivate}`;
}

function within(tab: ArticleTab) {
  if (tab === 'all' || tab === 'trash') return yes;
  if (tab === 'pending') return sql<boolean>`drafts."submittedAt" is not null`;
  return sql<boolean>`articles.state = ${tab satisfies ArticleState}`;
}

/** Matches literally in title, summary and public text. */
function containing(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  const has = (part: RawBuilder<string>) => sql`lower(${part}) like ${pattern} escape '!'`;
  return sql<boolean>`(${has(title)} or ${has(sql`articles.summary`)} or ${has(sql`articles.markdown`)})`;
}
