import type { ArticleContent } from '@mojian/contract/content/article-content';
import { countWords } from '@mojian/markdown/words';
import type { Trx } from '../../platform/db/schema.ts';
import { shown } from './revisions.policy.ts';
import * as queries from './revisions.queries.ts';
import { thin } from './thin-revisions.ts';

type Kept = { articleId: number; userId: number; reason: queries.Reason; content: ArticleContent };

const pause = 5 * 60_000;
const weight: Record<queries.Reason, number> = {
  ...{ time: 0, replaced: 1, submitted: 2 },
  ...{ superseded: 3, restored: 4, published: 5 },
};

/**
 * Keeps a text in the history of its article. For 'time' give what the draft was before a save: it is kept when the
 * last kept one is five minutes old or much different. For any other reason it is kept always; the same content twice
 * in a row once, under the weightier reason.
 */
export async function keepRevision(trx: Trx, { articleId, userId, reason, content }: Kept): Promise<void> {
  const createdAt = Date.now();
  const text = JSON.stringify(content);
  const last = await queries.findLast(trx, articleId);
  if (last?.content === text) {
    if (weight[reason] > weight[last.reason]) await queries.markRevision(trx, last.id, { reason, createdAt });
    return;
  }
  if (reason === 'time' && (isBlank(content) || (last && createdAt - last.createdAt < pause && isNear(last, text))))
    return;
  const { title, markdown } = content;
  const words = countWords(markdown);
  await queries.insertRevision(trx, { articleId, userId, reason, title, words, createdAt, content: text });
  await thin(trx, articleId, createdAt);
}

/** What was kept last of what readers saw. */
export async function lastShown(trx: Trx, articleId: number): Promise<ArticleContent | undefined> {
  const last = await queries.findLast(trx, articleId, shown);
  return last && JSON.parse(last.content);
}

function isBlank({ title, markdown }: ArticleContent) {
  return `${title}${markdown}`.trim() === '';
}

/** Neither a fifth longer nor shorter, unless it is a few lines. */
function isNear(last: { content: string }, text: string) {
  const longer = Math.max(last.content.length, text.length);
  return Math.abs(last.content.length - text.length) <= Math.max(500, longer / 5);
}
