import type { ExpressionBuilder } from 'kysely';
import { listTagNames } from '../../content/tags/tags.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';

/** All but the trash. */
export async function listExportedArticleIds(db: Db) {
  const rows = await db.selectFrom('articles').select('id').where('removedAt', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function listExportedArticles(db: Db, ids: number[]) {
  const articles = await db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('series', 'series.id', 'articles.seriesId')
    .selectAll('articles')
    .select(['users.nickname as author', 'categories.name as category', 'series.name as series'])
    .where('articles.id', 'in', ids)
    .orderBy('articles.id')
    .execute();
  const tags = await listTagNames(db, ids);
  return articles.map((one) => ({ ...one, tags: tags.get(one.id) ?? [] }));
}

export function listDrafts(db: Db, ids: number[]) {
  return db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .select(['articles.id', 'drafts.title', 'content', 'savedAt', 'submittedAt', 'refusal'])
    .where('articles.id', 'in', ids)
    .orderBy('articles.id')
    .execute();
}

/** Authors of exported content, and the owner. Guests who only commented or left messages stand with these. */
export function listExportedAuthors(db: Db) {
  return db
    .selectFrom('users')
    .select(['nickname', 'intro', 'avatar', 'role', 'isGuest', 'website', 'createdAt'])
    .where((user) =>
      user.or([
        user('role', '=', 'owner'),
        user.and([user('isGuest', '=', 0), user.or([wrote(user, 'comments'), wrote(user, 'boardMessages')])]),
        ...(['articles', 'says', 'series'] as const).map((table) => wrote(user, table)),
      ]),
    )
    .orderBy('id')
    .execute();
}

function wrote(
  user: ExpressionBuilder<Schema, 'users'>,
  table: 'articles' | 'says' | 'series' | 'comments' | 'boardMessages',
) {
  return user.exists(user.selectFrom(table).select(`${table}.id`).whereRef(`${table}.authorId`, '=', 'users.id'));
}

export function listExportedCategories(db: Db) {
  return db
    .selectFrom('categories')
    .select(['name', 'intro', 'position'])
    .orderBy('position')
    .orderBy('name')
    .execute();
}

export function listExportedSeries(db: Db) {
  return db
    .selectFrom('series')
    .innerJoin('users', 'users.id', 'series.authorId')
    .select(['series.name', 'users.nickname as author', 'series.intro', 'series.createdAt', 'series.updatedAt'])
    .orderBy('series.id')
    .execute();
}

export function listExportedSays(db: Db) {
  return db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select([
      'users.nickname as author',
      'text',
      'pictures',
      'says.place',
      'isPublic',
      'state',
      'reasons',
      'says.createdAt',
    ])
    .orderBy('says.id')
    .execute();
}

/** In the order of says.json. */
export async function listSayIds(db: Db) {
  return (await db.selectFrom('says').select('id').orderBy('id').execute()).map(({ id }) => id);
}

export function listExportedMessages(db: Db) {
  return db
    .selectFrom('boardMessages')
    .leftJoin('users', 'users.id', 'boardMessages.authorId')
    .select([
      'boardMessages.authorId',
      'boardMessages.nickname',
      'users.nickname as author',
      'users.isGuest',
      'users.website',
      'text',
      'boardMessages.place',
      'state',
      'reasons',
      'boardMessages.createdAt',
    ])
    .orderBy('boardMessages.createdAt')
    .orderBy('boardMessages.id')
    .execute();
}

export function listExportedLinks(db: Db) {
  return db
    .selectFrom('links')
    .select(['groupName', 'name', 'url', 'intro', 'avatar', 'state', 'createdAt'])
    .where('state', '=', 'approved')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function listExportedNavigation(db: Db) {
  return db
    .selectFrom('navigationSites')
    .innerJoin('navigationGroups', 'navigationGroups.id', 'navigationSites.groupId')
    .select([
      'navigationGroups.name as group',
      'navigationGroups.position',
      'navigationSites.name',
      'url',
      'intro',
      'logo',
      'clicks',
    ])
    .orderBy('navigationSites.position')
    .orderBy('navigationSites.id')
    .execute();
}

export function listMovedPaths(db: Db) {
  return db.selectFrom('movedPaths').select(['path', 'target', 'source']).where('removedAt', 'is', null).execute();
}
