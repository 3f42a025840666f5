import { forgetNotices } from '../../core/notices/notify.ts';
import { dropUnshown } from '../../core/uploads/drop-picture.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { subjectOf } from './appear.ts';
import { nextSeq } from './sequence.ts';
import * as queries from './take-away.queries.ts';

/**
 * Leaves nothing of a message but its place: no text, no picture, no call by name; nobody finds it any more. Returns
 * nothing when it was gone before. Begins with the chat's number, as all that changes what is said.
 */
export async function takeAway(trx: Trx, search: Search, id: number, state: 'withdrawn' | 'removed') {
  const seq = await nextSeq(trx);
  const before = await queries.findStanding(trx, id);
  if (!before) return;
  await queries.empty(trx, id, { state, seq });
  await queries.deleteCalls(trx, id);
  await search.lines.remove(trx, id);
  await forgetNotices(trx, [subjectOf(id)]);
  if (before.picture !== '') await enqueue(trx, dropUnshown, { url: urlOf(before.picture), userId: before.senderId });
  return before;
}

function urlOf(picture: string) {
  return (JSON.parse(picture) as { url: string }).url;
}
