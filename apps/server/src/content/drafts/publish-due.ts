import { isFailure } from '@mojian/contract/platform/failures';
import { changed } from '../../core/notices/office-changes.ts';
import { tell } from '../../platform/stream/hub.ts';
import { prepareArticle } from '../articles/save-article.ts';
import { writtenContent } from './content.ts';
import { findWithDraft } from './drafts.queries.ts';
import { draftOf, type Parts, writePublished } from './publish-content.ts';
import { listDue } from './waiting.queries.ts';

/**
 * Publishes what was scheduled and is due, once however many processes try: who comes second finds another version. One
 * that fails holds up no other.
 * @throws what went wrong first, once all were tried.
 */
export async function publishDue(parts: Parts, stopping?: AbortSignal, now = Date.now()) {
  const errors: unknown[] = [];
  for (const { id } of await listDue(parts.db, now)) {
    if (stopping?.aborted) break;
    await publishOne(parts, id, now).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/** The text handed in then, whatever its author has written since. */
async function publishOne({ db, search, siteUrl }: Parts, id: number, now: number) {
  const article = await findWithDraft(db, id);
  const time = article?.publishedAt ?? now;
  if (article?.state !== 'scheduled' || article.removedAt !== null || time > now) return;
  const content = await writtenContent(db, article);
  const due = { ...draftOf(article, content, null), publishedAt: time, updatedAt: time };
  const ready = await prepareArticle({ db, siteUrl }, due);
  await db
    .transaction()
    .execute(async (trx) => {
      await writePublished(trx, search, { article, content, ready });
      await tell(trx, changed('articles'));
    })
    .catch(unlessChanged);
}

/** Published by another process, or saved at this very moment: then the next round finds it. */
function unlessChanged(error: unknown) {
  if (!isFailure(error) || error.id !== 'stale') throw error;
}
