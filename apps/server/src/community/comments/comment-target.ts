import { type Commenting, commentingOf, stricter } from '@mojian/contract/core/modes';
import { Failure } from '@mojian/contract/platform/failures';
import { publishedArticle } from '../../content/articles/acts.ts';
import { shortTitle } from '../../content/text/comment-text.ts';
import { requireFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { maySeeSay } from '../says/says.policy.ts';
import { findCommentedArticle, findCommentedSay } from './comments.queries.ts';

/** The article or say that is commented on. `comments`: how many public ones it has. */
export type Target = {
  kind: 'article' | 'say';
  id: number;
  authorId: number;
  title: string;
  comments: number;
  /** The stricter of the site's setting and the article's; undefined from `findOwner`, which does not read it. */
  commenting?: Commenting;
  /** Readers of the whole of an article. */
  readType?: number;
};

export type Which = { articleId?: number | null | undefined; sayId?: number | null | undefined };

/**
 * Finds the target if the viewer may see it. An article of which only the opening may be read is found: a comment may unlock
 * it. @throws Failure not-found for an invisible and an unknown target alike, and where comments are hidden; gone for a
 * removed article.
 */
export async function findTarget(db: Db | Trx, viewer: Viewer | null, { articleId, sayId }: Which): Promise<Target> {
  const site = commentingOf((await readSettings(db)).features.comments);
  if (articleId != null) {
    const { kind: _, ...article } = await publishedArticle(db, articleId);
    const commenting = stricter(site, article.commenting);
    if (commenting === 'hidden') throw new Failure('not-found', '这篇文章没有评论');
    return { kind: 'article', ...article, commenting };
  }
  await requireFeature(db, 'says');
  const say = await findCommentedSay(db, sayId ?? 0);
  if (!say || !maySeeSay(viewer, say)) throw new Failure('not-found', '说说不存在');
  return { kind: 'say', ...say, title: shortTitle(say.text), commenting: site };
}

/** Finds a comment's target whoever may see it, to update its counter and its readers. */
export async function findOwner(trx: Trx, { articleId, sayId }: Which): Promise<Target> {
  const found =
    articleId != null ? await findCommentedArticle(trx, articleId) : await findCommentedSay(trx, sayId ?? 0);
  if (!found) throw new Failure('not-found');
  return 'title' in found ? { kind: 'article', ...found } : { kind: 'say', ...found, title: shortTitle(found.text) };
}

/** Topic of its live events, also used in page tags. */
export function topicOf({ kind, id }: Pick<Target, 'kind' | 'id'>) {
  return `${kind}:${id}`;
}

export function commentLink(target: Pick<Target, 'kind' | 'id'>, commentId: number) {
  return target.kind === 'article'
    ? `/article/${target.id}#comment-${commentId}`
    : `/say?id=${target.id}#comment-${commentId}`;
}

/** Tags of the pages that show its comments, their number, or the author's number of comments. */
export function tagsOf(target: Pick<Target, 'kind' | 'id'>, authorId: number) {
  const listing = target.kind === 'article' ? [`article:${target.id}`, 'comments'] : ['sayCounts'];
  return [`comments:${topicOf(target)}`, ...listing, `user:${authorId}`];
}
