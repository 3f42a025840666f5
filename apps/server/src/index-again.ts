import { indexChatAfter } from './chat/messages/search-messages.ts';
import { indexArticlesAfter } from './content/articles/index-articles.ts';
import type { Db } from './platform/db/schema.ts';
import { enqueue } from './platform/outbox/outbox.ts';
import type { Search } from './platform/search/search.ts';

type Step = { what: 'articles' | 'chat'; after: number };

/** Puts some of what can be found into the index anew, and leaves word to go on with the next: an update changed how. */
export async function indexAgain({ db, search }: { db: Db; search: Search }, { what, after }: Step) {
  const last = await (what === 'articles' ? indexArticlesAfter : indexChatAfter)(db, search, after);
  if (last === undefined) return;
  await db.transaction().execute((trx) => enqueue(trx, 'index-again', { what, after: last } satisfies Step));
}
