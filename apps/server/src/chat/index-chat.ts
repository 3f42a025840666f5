import type { Db } from '../db/schema.ts';
import type { Search } from '../search/search.ts';
import { listShownAfter } from './index-chat.queries.ts';

const atOnce = 500;

/** Puts everything shown in every room into an empty search index. `onDone` hears how many more are in. */
export async function indexChat(db: Db, search: Search, onDone: (messages: number) => void) {
  for (let after = 0, done = atOnce; done === atOnce; ) {
    const said = await listShownAfter(db, after, atOnce);
    await db.transaction().execute(async (trx) => {
      for (const { id, roomId, text } of said) await search.lines.index(trx, { id, scope: roomId, text });
    });
    done = said.length;
    after = said.at(-1)?.id ?? after;
    onDone(done);
  }
}
