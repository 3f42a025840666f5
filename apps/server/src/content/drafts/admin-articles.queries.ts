import type { ArticleTab } from '@mojian/contract/content/articles-admin';
import type { ArticleState } from '@mojian/contract/content/drafts';
import { type ArticleKind, readTypes } from '@mojian/contract/platform/rules';
import { type RawBuilder, sql } from 'kysely';
import { chosenReadType, countRows, isArticle, isPage } from '../../platform/db/conditions.ts';
import { jsonField } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type Filter = {
  kind: ArticleKind;
  /** `any`: in every tab. */
  state: ArticleTab | 'any';
  /** Condition that finds a text, of `findText`. */
  text: RawBuilder<boolean> | undefined;
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
/** Time of all but submissions, as the index has it. */
const ownMoment = sql<number>`coalesce(articles."removedAt", articles."publishedAt", articles."updatedAt")`;
const moment = sql<number>`coalesce(articles."removedAt", drafts."submittedAt", articles."publishedAt", articles."updatedAt")`;
/** Ids of the few articles that await review. */
const waiting = sql`(select drafts."articleId" from drafts where drafts."submittedAt" is not null)`;

/** Members who look; the owner sees what guests, whom nobody logs in as, have left unpublished. */
type Looking = Pick<Viewer, 'id' | 'role'>;

const ofGuests = ({ role }: Looking, column: RawBuilder<unknown>) =>
  role === 'owner' ? sql`or ${column} in (select id from users where "isGuest" = 1)` : sql``;

/**
 * Hides others' drafts, and what was trashed before the staff could see it. `+`: SQLite shall not look an author up in an
 * index that lacks the other columns, which lie behind the texts.
 */
const seenBy = (viewer: Looking) => sql<boolean>`(+articles."authorId" = ${viewer.id}
  or articles.state in ('published', 'scheduled', 'withdrawn')
  or (articles.state = 'refused' and articles."removedAt" is null) ${ofGuests(viewer, sql`+articles."authorId"`)})`;

export type Row = Awaited<ReturnType<typeof selectAdminArticles>>[number];

/** Finds the page's ids in an index that has all that filters and orders, then reads these rows. */
export async function selectAdminArticles(db: Db, viewer: Looking, filter: Filter, slice: Slice & { sort: Sort }) {
  const ids = await listPage(db, viewer, filter, slice);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('series', 'series.id', 'articles.seriesId')
    .leftJoin('articlePhotographs', 'articlePhotographs.articleId', 'articles.id')
    .select([
      'articlePhotographs.url as photograph',
      'articles.cover',
      'articles.id',
      'articles.slug',
      'articles.state',
      chosenReadType.as('readType'),
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
      'users.isGuest',
      'users.avatar',
      'categories.name as categoryName',
      'series.name as series',
      'drafts.submittedAt',
      title.as('title'),
      moment.as('moment'),
      // reads only the category: the texts of a page would be tens of megabytes
      sql<
        string | null
      >`case when drafts."submittedAt" is not null then ${jsonField(db, sql`drafts.content`, 'category')} end`.as(
        'submittedCategory',
      ),
      sql<number>`coalesce(drafts.words, articles.words)`.as('words'),
    ])
    .where('articles.id', 'in', ids)
    .execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Puts submissions among the others, by time by their own. Those awaiting review alone come oldest first. */
async function listPage(db: Db, viewer: Looking, filter: Filter, { sort, limit, offset }: Slice & { sort: Sort }) {
  const column = sql.ref<number>(`articles.${sort}`);
  const [key, submittedKey] = sort === 'time' ? [ownMoment, moment] : [column, column];
  const handedIn = selectWaiting(db, filter).select(['articles.id', submittedKey.as('key')]);
  const others = selectOthers(db, viewer, filter)
    .select(['articles.id', key.as('key')])
    .orderBy(sql`${key} desc, articles.id desc`)
    .limit(limit + offset);
  const isQueue = filter.state === 'pending' && sort === 'time';
  const both =
    filter.state === 'pending' ? handedIn : db.selectFrom(others.as('others')).selectAll().unionAll(handedIn);
  const rows = await db
    .selectFrom(both.as('listed'))
    .select('id')
    .orderBy('key', isQueue ? 'asc' : 'desc')
    .orderBy('id', isQueue ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** Submissions by all filters. */
function selectWaiting(db: Db, filter: Filter) {
  return db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .where('drafts.submittedAt', 'is not', null)
    .where(matches(filter))
    .where(filter.since === undefined ? yes : sql<boolean>`${moment} >= ${filter.since}`);
}

/** All but submissions, by all filters. */
function selectOthers(db: Db, viewer: Looking, filter: Filter) {
  return db
    .selectFrom('articles')
    .where(seenBy(viewer))
    .where(sql<boolean>`articles.id not in ${waiting}`)
    .where(matches(filter))
    .where(filter.since === undefined ? yes : sql<boolean>`${ownMoment} >= ${filter.since}`);
}

export async function countAdminArticles(db: Db, viewer: Looking, filter: Filter) {
  const handedIn = await countRows(selectWaiting(db, filter));
  return filter.state === 'pending' ? handedIn : handedIn + (await countRows(selectOthers(db, viewer, filter)));
}

/** Filters that the kept numbers know. */
type CountedBy = Pick<Filter, 'kind' | 'categoryId' | 'authorId' | 'readType'>;

/** Counts by state, trash and pending submission: from the kept numbers, and among the few submissions. */
export async function countArticlesByState(
  db: Db,
  viewer: Looking,
  { kind, categoryId, authorId, readType }: CountedBy,
) {
  const seen = sql<boolean>`("authorId" = ${viewer.id} or state in ('published', 'scheduled', 'withdrawn')
    or (state = 'refused' and removed = 0) ${ofGuests(viewer, sql`"authorId"`)})`;
  const stored = await db
    .selectFrom('articleStates')
    .select(({ fn }) => ['state', 'removed', fn.sum<number>('articles').as('count')])
    .where(seen)
    .where('kind', '=', kind)
    .where(categoryId === undefined ? yes : sql<boolean>`"categoryId" = ${categoryId}`)
    .where(authorId === undefined ? yes : sql<boolean>`"authorId" = ${authorId}`)
    .where(readType === undefined ? yes : readBy(Number(readType), sql`"articleStates"`))
    .groupBy(['state', 'removed'])
    .execute();
  const removed = sql<number>`case when articles."removedAt" is null then 0 else 1 end`;
  const isCounted = sql<number>`case when ${seenBy(viewer)} then 1 else 0 end`;
  const handedIn = await selectWaiting(db, { kind, state: 'any', text: undefined, categoryId, authorId, readType })
    .select(({ fn }) => ['articles.state', removed.as('removed'), isCounted.as('isCounted'), fn.countAll().as('count')])
    .groupBy(['articles.state', 'removed', 'isCounted'])
    .execute();
  return [
    ...stored.map((row) => ({ ...row, waiting: false })),
    ...handedIn.map((row) => ({ ...row, waiting: true })),
    ...handedIn.filter((row) => row.isCounted).map((row) => ({ ...row, waiting: false, count: -Number(row.count) })),
  ];
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
  const { published } = await db
    .selectFrom('articleStates')
    .select(sql<number>`coalesce(sum(articles), 0)`.as('published'))
    .where('authorId', '=', id)
    .where('kind', '=', 'article')
    .where('removed', '=', 0)
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  const refused = db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .where('drafts.refusal', '<>', '')
    .where('articles.authorId', '=', id)
    .where('articles.removedAt', 'is', null)
    .where(isArticle);
  return { ...author, published: Number(published), refused: await countRows(refused) };
}

export async function selectChoices(db: Db, viewerId: number) {
  const [categories, tags, authors] = await Promise.all([
    db.selectFrom('categories').select(['id', 'name']).orderBy('position').orderBy('id').execute(),
    db.selectFrom('tags').select(['id', 'name']).where(isOnSeen(viewerId)).orderBy('name').limit(1000).execute(),
    db
      .selectFrom('users')
      .select(['id', 'nickname as name'])
      .where('id', 'in', (own) => own.selectFrom('articleStates').select('authorId'))
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

/** SQL condition of all filters but the time, which submissions have of their own. */
function matches({ kind, state, text, categoryId, tagId, authorId, readType }: Omit<Filter, 'since'>) {
  const conditions = [
    ofKind(kind),
    within(state),
    text ?? yes,
    categoryId === undefined ? yes : sql<boolean>`+articles."categoryId" = ${categoryId}`,
    authorId === undefined ? yes : sql<boolean>`+articles."authorId" = ${authorId}`,
    readType === undefined ? yes : isReadBy(Number(readType)),
    tagId === undefined
      ? yes
      : sql<boolean>`+articles.id in (select "articleId" from "articleTags" where "tagId" = ${tagId})`,
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const ofKind = (kind: ArticleKind) => (kind === 'page' ? isPage : isArticle);

/** Whether the kept numbers know a read type: those of codes and of passwords are stored as one. */
export function isCounted(readType: string | undefined) {
  return ![readTypes.afterCode, readTypes.withPassword].some((type) => `${type}` === readType);
}

function isReadBy(readType: number) {
  return isCounted(`${readType}`)
    ? readBy(readType, sql`articles`)
    : sql<boolean>`${chosenReadType} = ${readType} and articles.state <> 'private'`;
}

function readBy(readType: number, table: RawBuilder<unknown>) {
  if (readType === readTypes.onlyAuthor) return sql<boolean>`${table}.state = 'private'`;
  return sql<boolean>`${table}."readType" = ${readType} and ${table}.state <> 'private'`;
}

function within(tab: Filter['state']) {
  if (tab === 'any') return yes;
  if (tab === 'trash') return sql<boolean>`articles."removedAt" is not null`;
  const state =
    tab === 'all' || tab === 'pending' ? yes : sql<boolean>`articles.state = ${sql.lit(tab satisfies ArticleState)}`;
  return sql<boolean>`articles."removedAt" is null and ${state}`;
}
