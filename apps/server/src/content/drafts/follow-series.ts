import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Trx } from '../../platform/db/schema.ts';
import { changeDraft, findWithDraft, passVersion } from './drafts.queries.ts';

/**
 * Has the draft of an article follow it into another series, or out of the one it left. Whoever has it open is told that it
 * changed. A draft whose author chose another series than `from` keeps it.
 */
export async function followSeriesInDraft(trx: Trx, id: number, { from, to }: { from?: number; to: number | null }) {
  await passVersion(trx, id);
  const article = await findWithDraft(trx, id);
  if (!article?.content) return;
  const draft = JSON.parse(article.content) as ArticleContent;
  if (from !== undefined && draft.seriesId !== from) return;
  await changeDraft(trx, id, { content: JSON.stringify({ ...draft, seriesId: to }) });
}
