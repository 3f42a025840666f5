import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { announce, unannounce } from '../announce/announce.ts';
import { changeArticle, passVersion } from '../article-rows/article-rows.ts';
import { changeDraft, deleteDraft, putDraft } from '../article-rows/draft-rows.ts';
import { deleteShares } from '../article-rows/share-rows.ts';
import {
  type ArticleDraft,
  prepareArticle,
  type ReadyArticle,
  shownOn,
  writeArticle,
} from '../articles/save-article.ts';
import { keepRevision } from '../revisions/keep-revisions.ts';
import { placeInSeries } from '../series/series.ts';
import { claimSlug } from '../slugs/slugs.ts';
import { slugTaken } from '../slugs/spell-slug.ts';
import { writtenContent } from './content.ts';
import type { WithDraft } from './drafts.queries.ts';
import * as queries from './drafts.queries.ts';
import { draftRow, findOwn } from './drafts.ts';

export type PublishDeps = { db: Db; search: Search; siteUrl: string };

/** `time`: when to publish, null for now. `also` runs in the same transaction. */
type Publication = {
  article: WithDraft;
  content: ArticleContent;
  time: number | null;
  also?: (trx: Trx) => Promise<unknown>;
};

/**
 * Publishes or schedules the content and deletes the draft.
 * @throws Failure stale when the article changed since it was read; taken when its slug is in use by now
 */
export async function publishContent(deps: PublishDeps, { article, content, time, also }: Publication) {
  const ready = await prepareArticle(deps, draftOf(article, content, time));
  const version = await deps.db
    .transaction()
    .execute(async (trx) => {
      const written = await writePublished(trx, deps.search, { article, content, ready });
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
 * Writes a prepared publication. `restoredBy`: who restored an earlier text.
 * @returns the new version
 * @throws Failure stale when the article changed meanwhile
 */
export async function writePublished(
  trx: Trx,
  search: Search,
  { article, content, ready, restoredBy }: Written & { restoredBy?: number },
) {
  const { id, authorId, version: from, keyName } = article;
  // Before the article's row: once it is in the series, its row is locked before the series (`lockItems`).
  await placeInSeries(trx, id, content.seriesId);
  await claimSlug(trx, id, ready.draft.slug ?? '');
  const saved = await writeArticle(trx, search, ready, { id, from });
  const { state } = ready.draft;
  const isPublished = state === 'published';
  const isRestored = restoredBy !== undefined && state !== 'private';
  const reason = isRestored ? 'restored' : isPublished ? 'published' : 'submitted';
  await keepRevision(trx, {
    articleId: id,
    userId: restoredBy ?? authorId,
    reason,
    content,
    ...(!restoredBy && { keyName }),
  });
  if (isPublished) await announce(trx, { id });
  else if (article.state === 'published') await unannounce(trx, article);
  if (state === 'private') await deleteShares(trx, id);
  return saved.version;
}

export function draftOf(article: WithDraft, content: ArticleContent, time: number | null): ArticleDraft {
  const { original, sourceUrl, slug, isAlbum, albumPlace, albumTime, seriesId: _, ...same } = content;
  const now = Date.now();
  return {
    ...same,
    album: isAlbum ? { place: albumPlace, time: albumTime } : null,
    original,
    kind: article.kind,
    authorId: article.authorId,
    // Validated for reposts only.
    sourceUrl: isWebAddress(sourceUrl) ? sourceUrl : '',
    slug: slug === '' ? null : slug,
    state: time === null ? 'published' : 'scheduled',
    publishedAt: time ?? firstPublished(article) ?? now,
    updatedAt: now,
  };
}

/** Keeps the date of the first publication. */
function firstPublished({ announcedAt, publishedAt, state }: WithDraft) {
  return announcedAt === null || state === 'scheduled' ? null : publishedAt;
}

type WithdrawDeps = { db: Db; search: Search };

/**
 * Withdraws a submission, else a scheduled publication, else the published article.
 * @throws Failure not-found; gone; already-done when there is none
 */
export function withdraw({ db, search }: WithdrawDeps, viewer: Viewer, id: number) {
  return db.transaction().execute((trx) => takeBack(trx, search, viewer, id));
}

async function takeBack(trx: Trx, search: Search, viewer: Viewer, id: number) {
  const held = await passVersion(trx, id);
  const article = await findOwn(trx, viewer, id);
  return { state: await step(trx, search, article), version: held?.version ?? article.version };
}

async function step(trx: Trx, search: Search, article: queries.WithDraft) {
  return article.submittedAt === null ? takeFromReaders(trx, search, article) : takeBackFromReview(trx, article);
}

/**
 * Unpublishes or unschedules; a submission stays pending.
 * @throws Failure already-done unless published or scheduled
 */
export async function takeFromReaders(trx: Trx, search: Search, article: queries.WithDraft) {
  const { id, state } = article;
  if (state === 'scheduled') return unschedule(trx, article);
  if (state !== 'published') throw new Failure('already-done', '这篇文章现在不能撤回');
  await changeArticle(trx, id, { state: 'withdrawn' });
  await search.remove(trx, id);
  await unannounce(trx, article);
  await enqueue(trx, 'drop-pages', { tags: shownOn(article) });
  return 'withdrawn' as const;
}

/** Unpublishes or unschedules an article of a member whose writings are taken down. Returns the state it had. */
export async function takeArticleDown(trx: Trx, search: Search, id: number) {
  await passVersion(trx, id);
  const article = await queries.findWithDraft(trx, id);
  if (!article || article.removedAt !== null || !['published', 'scheduled'].includes(article.state)) return undefined;
  await takeFromReaders(trx, search, article);
  return article.state;
}

async function takeBackFromReview(trx: Trx, { id, state }: queries.WithDraft) {
  await changeDraft(trx, id, { submittedAt: null });
  if (state === 'published') return state;
  await changeArticle(trx, id, { state: 'draft' });
  return 'draft' as const;
}

/** Back to a draft with the scheduled text, unless a newer draft exists. */
export async function unschedule(trx: Trx, article: queries.WithDraft) {
  const { id, updatedAt, words } = article;
  if (article.content === null)
    await putDraft(trx, draftRow(id, { content: await writtenContent(trx, article), words }, updatedAt));
  await changeArticle(trx, id, { state: 'draft', publishedAt: null });
  return 'draft' as const;
}
