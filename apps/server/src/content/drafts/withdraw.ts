import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { unannounce } from '../announce/announce.ts';
import { writtenContent } from './content.ts';
import * as queries from './drafts.queries.ts';
import { draftRow, findOwn } from './save-draft.ts';

type Parts = { db: Db; search: Search };

/**
 * Takes back what waits: a text handed in, else a publication to come; else a published article leaves the site.
 * @throws Failure not-found, gone; already-done when there is nothing to take back.
 */
export function withdraw({ db, search }: Parts, viewer: Viewer, id: number) {
  return db.transaction().execute((trx) => takeBack(trx, search, viewer, id));
}

async function takeBack(trx: Trx, search: Search, viewer: Viewer, id: number) {
  const held = await queries.passVersion(trx, id);
  const article = await findOwn(trx, viewer, id);
  return { state: await step(trx, search, article), version: held?.version ?? article.version };
}

async function step(trx: Trx, search: Search, article: queries.WithDraft) {
  return article.submittedAt === null ? takeFromReaders(trx, search, article) : takeBackFromReview(trx, article);
}

/**
 * Takes an article from its readers, or keeps it from appearing; what was handed in waits on.
 * @throws Failure already-done when readers neither see it nor will.
 */
export async function takeFromReaders(trx: Trx, search: Search, article: queries.WithDraft) {
  const { id, state } = article;
  if (state === 'scheduled') return unschedule(trx, article);
  if (state !== 'published') throw new Failure('already-done', '这篇文章现在不能撤回');
  await queries.changeArticle(trx, id, { state: 'withdrawn' });
  await search.remove(trx, id);
  await unannounce(trx, { id });
  await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
  return 'withdrawn' as const;
}

async function takeBackFromReview(trx: Trx, { id, state }: queries.WithDraft) {
  await queries.changeDraft(trx, id, { submittedAt: null });
  if (state === 'published') return state;
  await queries.changeArticle(trx, id, { state: 'draft' });
  return 'draft' as const;
}

/** Back to a draft, with what was to appear as its text unless it was changed since. */
export async function unschedule(trx: Trx, article: queries.WithDraft) {
  const { id, updatedAt, words } = article;
  if (article.content === null)
    await queries.putDraft(trx, draftRow(id, { content: await writtenContent(trx, article), words }, updatedAt));
  await queries.changeArticle(trx, id, { state: 'draft', publishedAt: null });
  return 'draft' as const;
}
