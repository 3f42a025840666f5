import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { orders } from './cards.queries.ts';

/** Changes with each article published and each new tag. */
export async function findNewestNames(db: Db) {
  const article = await db
    .selectFrom('articles')
    .select(['articles.id', 'articles.publishedAt'])
    .where(listed)
    .orderBy(orders.time)
    .limit(1)
    .executeTakeFirst();
  const tag = await db.selectFrom('tags').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return `${article?.id}-${article?.publishedAt}-${tag?.id}`;
}

export async function listNewestTitles(db: Db, limit: number) {
  const rows = await db
    .selectFrom('articles')
    .select('articles.title')
    .where(listed)
    .orderBy(orders.time)
    .limit(limit)
    .execute();
  return rows.map(({ title }) => title);
}

/** Names of tags that articles anyone may list have. */
export async function listTagNames(db: Db, limit: number) {
  const rows = await db
    .selectFrom('tags')
    .select('tags.name')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('articleTags')
          .innerJoin('articles', 'articles.id', 'articleTags.articleId')
          .select('articles.id')
          .whereRef('articleTags.tagId', '=', 'tags.id')
          .where(listed),
      ),
    )
    .orderBy('tags.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}
