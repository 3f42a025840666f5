import { Failure } from '@mojian/contract/platform/failures';
import { publishedArticle } from '../../content/articles/acts.ts';
import { requireFeature } from '../../core/settings/features.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { maySee } from '../says/says.policy.ts';
import { findArticle, findSay } from './targets.queries.ts';

/** What is commented on. `comments`: how many stand there for all to see. */
export type Target = {
  kind: 'article' | 'say';
  id: number;
  authorId: number;
  title: string;
  comments: number;
  /** Of an article. */
  commenting?: 'open' | 'closed' | 'hidden';
};

export type Which = { articleId?: number | null | undefined; sayId?: number | null | undefined };

/**
 * What is commented on, found through the viewer. An article of which only the opening may be read is visible: a comment
 * may be what opens it.
 * @throws Failure not-found for what the viewer may not see as for what never was, and where comments are hidden; gone
 * for a removed article.
 */
export async function findTarget(db: Db | Trx, viewer: Viewer | null, { articleId, sayId }: Which): Promise<Target> {
  if (articleId != null) {
    const article = await publishedArticle(db, articleId);
    if (article.commenting === 'hidden') throw new Failure('not-found', '这篇文章没有评论');
    return { kind: 'article', ...article };
  }
  await requireFeature(db, 'says');
  const say = await findSay(db, sayId ?? 0);
  if (!say || !maySee(viewer, say)) throw new Failure('not-found', '说说不存在');
  return { kind: 'say', ...say, title: openingOf(say.text) };
}

/** What a comment stands on, whoever may see it: to count and tell of it. */
export async function findOwner(trx: Trx, { articleId, sayId }: Which): Promise<Target> {
  const found = articleId != null ? await findArticle(trx, articleId) : await findSay(trx, sayId ?? 0);
  if (!found) throw new Failure('not-found');
  return 'title' in found ? { kind: 'article', ...found } : { kind: 'say', ...found, title: openingOf(found.text) };
}

/** Its name in live events, and in the tags of the pages that show its comments. */
export function topicOf({ kind, id }: Pick<Target, 'kind' | 'id'>) {
  return `${kind}:${id}`;
}

/** Where a comment on it is read. */
export function linkTo(target: Pick<Target, 'kind' | 'id'>, commentId: number) {
  return target.kind === 'article'
    ? `/article/${target.id}#comment-${commentId}`
    : `/say?id=${target.id}#comment-${commentId}`;
}

/** Pages that change with the comments of something, and with the number of what a member wrote. */
export function tagsOf(target: Pick<Target, 'kind' | 'id'>, authorId: number) {
  const listing = target.kind === 'article' ? [`article:${target.id}`, 'comments'] : ['sayCounts'];
  return [`comments:${topicOf(target)}`, ...listing, `user:${authorId}`];
}

/** The first words of what has no title. */
export function openingOf(text: string) {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length > 20 ? `${letters.slice(0, 20).join('')}…` : letters.join('');
}
