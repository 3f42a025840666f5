import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { markAnnounced } from './announce.queries.ts';
import { tellEngines } from './ask-engines.ts';
import { tellFollowers, untellFollowers } from './followers.ts';

/**
 * Makes known what has just been published, or published anew, in the transaction that does so. Its author's followers
 * are told the first time only; search engines are told each time.
 */
export async function announce(trx: Trx, { id }: { id: number }) {
  const isFirst = await markAnnounced(trx, id, Date.now());
  if (isFirst) await enqueue(trx, tellFollowers, { articleId: id, after: 0 });
  await tellEngines(trx, id, { isNew: isFirst });
}

/** Takes it back, in the transaction that withdraws or removes it: notices of it go, search engines look again. */
export async function unannounce(trx: Trx, { id }: { id: number }) {
  await enqueue(trx, untellFollowers, { articleId: id });
  await tellEngines(trx, id, { isNew: false });
}
