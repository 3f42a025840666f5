import type { Home } from '@mojian/contract/pages/home';
import { excerpt } from '../../community/comments/comment-text.ts';
import { countArticles, featuredArticles, recommendedArticles } from '../../content/articles/cards.ts';
import { listCategories } from '../../content/categories/categories.ts';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { listTags } from '../../content/tags/tags.ts';
import { featuresOn } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { listNewestComments, listNewestSays } from './home.queries.ts';

const shown = 5;

/** Everything on the front page but the list of articles. */
export async function showHome(db: Db): Promise<Home> {
  const on = featuresOn(await readSettings(db));
  const [featured, recommended, says, comments, articles, categories, tags, pathOf] = await Promise.all([
    featuredArticles(db),
    recommendedArticles(db),
    on.includes('says') ? listNewestSays(db, shown) : [],
    on.includes('comments') ? listNewestComments(db, shown) : [],
    countArticles(db),
    listCategories(db),
    listTags(db),
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
    comments: comments.map(({ articleId, articleTitle, slug, ...comment }) => ({
      ...comment,
      createdAt: isoTime(comment.createdAt),
      article: { id: articleId, path: pathOf({ id: articleId, slug }), title: articleTitle },
    })),
    counts: { articles, categories: categories.length, tags: tags.length },
  };
}
