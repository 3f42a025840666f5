import type { ExpressionBuilder } from 'kysely';
import { boardMessages } from '../../community/board/board.table.ts';
import { says } from '../../community/says/says.table.ts';
import { categories } from '../../content/categories/categories.table.ts';
import { drafts } from '../../content/drafts/drafts.table.ts';
import { series } from '../../content/series/series.table.ts';
import { movedPaths } from '../../content/slugs/moved-paths.table.ts';
import { listTagNames } from '../../content/tags/tags.ts';
import { users } from '../../core/identity/users.table.ts';
import { stickers } from '../../core/stickers/stickers.table.ts';
import { links } from '../../pages/links/links.table.ts';
import { navigationSites } from '../../pages/navigation/navigation.table.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import { exportedColumns } from '../../platform/db/table.ts';

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
    .leftJoin('albums', 'albums.articleId', 'articles.id')
    .leftJoin('articlePasswords', 'articlePasswords.articleId', 'articles.id')
    .selectAll('articles')
    .select([
      'users.nickname as author',
      'categories.name as category',
      'series.name as series',
      'albums.articleId as albumId',
      'albums.place as albumPlace',
      'albums.time as albumTime',
      'articlePasswords.hash as passwordHash',
      'articlePasswords.hint as passwordHint',
    ])
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
    .select(exportedColumns(drafts))
    .where('articles.id', 'in', ids)
    .orderBy('articles.id')
    .execute();
}

/** Authors of exported content, and the owner. Guests who only commented or left messages stand with these. */
export function listExportedAuthors(db: Db) {
  return db
    .selectFrom('users')
    .select(exportedColumns(users))
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
  const rows = db.selectFrom('categories').select(exportedColumns(categories));
  return rows.orderBy('position').orderBy('name').execute();
}

export function listExportedSeries(db: Db) {
  return db
    .selectFrom('series')
    .innerJoin('users', 'users.id', 'series.authorId')
    .select([...exportedColumns(series), 'users.nickname as author'])
    .orderBy('series.id')
    .execute();
}

export function listExportedSays(db: Db) {
  return db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select([...exportedColumns(says), 'users.nickname as author'])
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
      ...exportedColumns(boardMessages),
      'boardMessages.authorId',
      'users.nickname as author',
      'users.isGuest',
      'users.website',
    ])
    .orderBy('boardMessages.createdAt')
    .orderBy('boardMessages.id')
    .execute();
}

export function listExportedLinks(db: Db) {
  return db
    .selectFrom('links')
    .select(exportedColumns(links))
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
      ...exportedColumns(navigationSites),
      'navigationGroups.name as group',
      'navigationGroups.position as position',
    ])
    .orderBy('navigationSites.position')
    .orderBy('navigationSites.id')
    .execute();
}

/** Stickers of the site's own packs; those of the pack that comes along are drawn by the program. */
export function listExportedStickers(db: Db) {
  return db
    .selectFrom('stickers')
    .innerJoin('stickerPacks', 'stickerPacks.id', 'stickers.packId')
    .select([...exportedColumns(stickers), 'stickerPacks.name as pack'])
    .where('removedAt', 'is', null)
    .where('picture', 'not like', '/sticker/%')
    .orderBy('stickerPacks.id')
    .orderBy('stickers.id')
    .execute();
}

export function listMovedPaths(db: Db) {
  return db.selectFrom('movedPaths').select(exportedColumns(movedPaths)).where('removedAt', 'is', null).execute();
}

/** Names of the downloads of files that are no pictures. */
export async function listFileNames(db: Db, keys: string[]) {
  const names: { key: string; name: string }[] = [];
  for (let from = 0; from < keys.length; from += 200) {
    const some = keys.slice(from, from + 200);
    const rows = db.selectFrom('files').select(['key', 'name']).where('key', 'in', some).where('name', '<>', '');
    names.push(...(await rows.orderBy('key').execute()));
  }
  return names;
}
