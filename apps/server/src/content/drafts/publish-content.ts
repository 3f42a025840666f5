import type { ArticleContent } from '@mojian/contract/content/article-content';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { announce, unannounce } from '../announce/announce.ts';
import type { ArticleDraft } from '../articles/article-draft.ts';
import { prepareArticle, type ReadyArticle, writeArticle } from '../articles/save-article.ts';
import { keepRevision } from '../revisions/keep-revision.ts';
import { placeInSeries } from '../series/place-in-series.ts';
import { claimSlug } from '../slugs/claim-slug.ts';
import { slugTaken } from '../slugs/slug-shape.ts';
import { deleteDraft, deleteShares, type WithDraft } from './drafts.queries.ts';

export type Parts = { db: Db; search: Search; siteUrl: string };

/** `time`: when it is to appear, null for now. `also`: what else is done in the same transaction. */
type Publication = {
  article: WithDraft;
  content: ArticleContent;
  time: number | null;
  also?: (trx: Trx) => Promise<unknown>;
};

/**
 * Makes the content what readers see, or will see when the time comes; the draft is used up by it.
 * @throws Failure stale when the article was changed since it was read; taken when another has its slug by now.
 */
export async function publishContent(parts: Parts, { article, content, time, also }: Publication) {
  const ready = await prepareArticle(parts, draftOf(article, content, time));
  const version = await parts.db
    .transaction()
    .execute(async (trx) => {
      const written = await writePublished(trx, parts.search, { article, content, ready });
      await deleteDraft(trx, article.id);
      await also?.(trx);
      return written;
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? slugTaken() : error;
    });
  return { state: ready.draft.state, version };
}

type Written = { article: WithDraft; content: ArticleContent; ready: ReadyArticle };

/**
 * Writes what was made ready and returns the new version. `restoredBy`: who put an earlier text there.
 * @throws Failure stale if anything has happened to the article since.
 */
export async function writePublished(
  trx: Trx,
  search: Search,
  { article, content, ready, restoredBy }: Written & { restoredBy?: number },
) {
  const { id, authorId, version: from } = article;
  // before the article is written: who puts a series in order holds the series first as well
  await placeInSeries(trx, id, content.seriesId);
  await claimSlug(trx, id, ready.draft.slug ?? '');
  const saved = await writeArticle(trx, search, ready, { id, from });
  const { state } = ready.draft;
  const isPublished = state === 'published';
  const isRestored = restoredBy !== undefined && state !== 'private';
  const reason = isRestored ? 'restored' : isPublished ? 'published' : 'submitted';
  await keepRevision(trx, { articleId: id, userId: restoredBy ?? authorId, reason, content });
  if (isPublished) await announce(trx, { id });
  else if (article.state === 'published') await unannounce(trx, { id });
  if (state === 'private') await deleteShares(trx, id);
  return saved.version;
}

export function draftOf(article: WithDraft, content: ArticleContent, time: number | null): ArticleDraft {
  const { original, sourceUrl, slug, seriesId: _, ...same } = content;
  const now = Date.now();
  return {
    ...same,
    original,
    authorId: article.authorId,
    // of what is original nobody checked it
    sourceUrl: isWebAddress(sourceUrl) ? sourceUrl : '',
    slug: slug === '' ? null : slug,
    state: time === null ? 'published' : 'scheduled',
    publishedAt: time ?? firstPublished(article) ?? now,
    updatedAt: now,
  };
}

/** The day it appeared first is its day for good. */
function firstPublished({ announcedAt, publishedAt, state }: WithDraft) {
  return announcedAt === null || state === 'scheduled' ? null : publishedAt;
}
