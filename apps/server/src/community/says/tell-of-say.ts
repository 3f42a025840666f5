import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { tell } from '../../platform/stream/hub.ts';

type Change = 'say' | 'say-changed' | 'say-gone';

/** Has those who look at says hear that one came, changed or went, and the pages that show says dropped. */
export async function tellOfSay(trx: Trx, { id, authorId }: { id: number; authorId: number }, change: Change) {
  await tell(trx, { topic: 'says', type: change, id });
  const tags = change === 'say' ? ['says'] : ['says', `comments:say:${id}`];
  await enqueue(trx, 'drop-pages', { tags: [...tags, `user:${authorId}`] });
}
