import { setImmediate as turn } from 'node:timers/promises';
import { eraseAbandoned, eraseMessages } from '../../chat/messages/moderate-messages.ts';
import { eraseComments } from '../../community/comments/moderate-comments.ts';
import { eraseSays } from '../../community/says/moderate-says.ts';
import { eraseArticle } from '../../content/articles/remove-article.ts';
import { removeAllSeries } from '../../content/series/series.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './closing-writings.queries.ts';

type Parts = { db: Db; search: Search };
type Account = { id: number; keepWritings: number };

const rowsAtOnce = 100;

/**
 * Removes all a member wrote, or, when they left it, only what nobody else ever saw: drafts, says for themselves, and
 * what waits to be reviewed in chat. A private room both of whose people are gone goes in any case.
 */
export async function removeWritings(parts: Parts, { id, keepWritings }: Account) {
  const which = keepWritings === 1 ? 'unseen' : 'all';
  for (const article of await queries.listArticleIds(parts.db, id, which)) {
    await turn(); // others have their turn between two articles
    await eraseArticle(parts, article);
  }
  await inBatches(parts.db, (trx) => eraseSays(trx, id, which, rowsAtOnce));
  await inBatches(parts.db, (trx) => eraseMessages(trx, parts.search, id, which, rowsAtOnce));
  await inBatches(parts.db, (trx) => eraseAbandoned(trx, parts.search, id, rowsAtOnce));
  if (which === 'unseen') return parts.db.transaction().execute((trx) => queries.deleteUnpublished(trx, id));
  await parts.db.transaction().execute((trx) => removeAllSeries(trx, id));
  await inBatches(parts.db, (trx) => eraseComments(trx, id, rowsAtOnce));
  await inBatches(parts.db, (trx) => removeBoardMessages(trx, id));
}

/** Until nothing is left: transactions stay short, however much there is. */
async function inBatches(db: Db, remove: (trx: Trx) => Promise<number>) {
  while ((await db.transaction().execute(remove)) > 0) await turn();
}

async function removeBoardMessages(trx: Trx, authorId: number) {
  const count = await queries.deleteBoardMessages(trx, authorId, rowsAtOnce);
  if (count > 0) await enqueue(trx, 'drop-pages', { tags: ['board'] });
  return count;
}
