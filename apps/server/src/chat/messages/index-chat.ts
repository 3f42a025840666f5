import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { listShownAfter } from './index-chat.queries.ts';

const atOnce = 500;

/** Puts everything shown in every room into the search index. `onDone` hears how many more are in. */
export async function indexChat(db: Db, search: Search, onDone: (messages: number) => void) {
  for (let next: number | undefined = 0; next !== undefined; ) next = await indexChatAfter(db, search, next, onDone);
}

/** Puts the next messages shown into the search index. Returns the last of them, undefined when there are no more. */
export async function indexChatAfter(db: Db, search: Search, after: number, onDone?: (messages: number) => void) {
  const said = await db.transaction().execute(async (trx) => {
    const shown = await listShownAfter(trx, after, atOnce);
    for (const { id, roomId, text } of shown) await search.lines.index(trx, { id, scope: roomId, text });
    return shown;
  });
  onDone?.(said.length);
  return said.length === atOnce ? said.at(-1)?.id : undefined;
}
