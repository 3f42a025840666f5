import type { Home } from '@mojian/contract/pages/home';
import { type SqlBool, sql } from 'kysely';
import { countContents } from '../../content/articles/archive.ts';
import { featuredArticles, recommendedArticles } from '../../content/articles/cards.ts';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { listTags } from '../../content/tags/tags.ts';
import { excerpt } from '../../content/text/comment-text.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

const shown = 5;
const tagsShown = 18;

/** Everything on the front page but the list of articles. */
export async function showHome(db: Db): Promise<Home> {
  const on = featuresOn(await readSettings(db));
  const [featured, recommended, says, comments, counts, tags, pathOf] = await Promise.all([
    featuredArticles(db),
    recommendedArticles(db),
    on.includes('says') ? listNewestSays(db, shown) : [],
    on.includes('comments') ? listNewestComments(db, shown) : [],
    countContents(db),
    listTags(db, tagsShown),
    articlePaths(db),
  ]);
  return {
    featured,
    recommended,
    says: says.map(({ id, html, createdAt, ...author }) => ({
      id,
      author,
      text: excerpt(html),
      createdAt: isoTime(createdAt),
    })),
    comments: comments.map(({ articleId, articleTitle, slug, isGuest, ...comment }) => ({
      ...comment,
      guest: isGuest === 1,
      createdAt: isoTime(comment.createdAt),
      article: { id: articleId, path: pathOf({ id: articleId, slug }), title: articleTitle },
    })),
    tags,
    counts,
  };
}

/** Selects ids by index before joining. */
function listNewestSays(db: Db, limit: number) {
  const newest = db
    .selectFrom('says')
    .select('id')
    .where(sql<SqlBool>`"isPublic" = 1 and state = 'shown'`) // matches the partial index
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .as('newest');

  return db
    .selectFrom(newest)
    .innerJoin('says', 'says.id', 'newest.id')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select(['says.id', 'says.html', 'says.createdAt', 'users.nickname', 'users.avatar'])
    .orderBy('says.createdAt', 'desc')
    .orderBy('says.id', 'desc')
    .execute();
}

/**
 * Selects the newest visible comments on listed articles that show theirs before joining; with a join or `exists` SQLite
 * would scan all articles first.
 */
function listNewestComments(db: Db, limit: number) {
  const newest = db
    .selectFrom('comments')
    .selectAll()
    .where(sql<SqlBool>`comments.state = 'shown' and comments."removedAt" is null`) // matches the partial index
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
    .orderBy('id', 'desc')
    .limit(limit)
    .as('newest');

  return db
    .selectFrom(newest)
    .innerJoin('articles', 'articles.id', 'newest.articleId')
    .innerJoin('users', 'users.id', 'newest.authorId')
    .select([
      'newest.id',
      'newest.text',
      'newest.createdAt',
      'users.nickname',
      'users.isGuest',
      'articles.id as articleId',
      'articles.slug',
      'articles.title as articleTitle',
    ])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .execute();
}
