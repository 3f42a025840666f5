import type { Home } from '@mojian/contract/home';
import { countArticles, featuredArticles, recommendedArticles } from '../articles/front-articles.ts';
import { listCategories } from '../categories/categories.ts';
import { openingOf } from '../comments/comment-text.ts';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import { articlePaths } from '../slugs/article-path.ts';
import { listTags } from '../tags/tags.ts';
import { listNewestComments, listNewestSays } from './home.queries.ts';

const shown = 5;

/** What stands around the list of articles on the front page. */
export async function showHome(db: Db): Promise<Home> {
  const [featured, recommended, says, comments, articles, categories, tags, pathOf] = await Promise.all([
    featuredArticles(db),
    recommendedArticles(db),
    listNewestSays(db, shown),
    listNewestComments(db, shown),
    countArticles(db),
    listCategories(db),
    listTags(db),
    articlePaths(db),
  ]);
  return {
    featured,
    recommended,
    says: says.map(({ id, html, createdAt, ...author }) => ({
      ...{ id, author },
      text: openingOf(html),
      createdAt: isoTime(createdAt),
    })),
    comments: comments.map(({ articleId, articleTitle, slug, ...comment }) => ({
      ...comment,
      createdAt: isoTime(comment.createdAt),
      article: { id: articleId, path: pathOf({ id: articleId, slug }), title: articleTitle },
    })),
    counts: { articles, categories: categories.length, tags: tags.length },
  };
}
