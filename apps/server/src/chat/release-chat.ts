import { Failure } from '@mojian/contract/failures';
import { isModerator } from '../comments/comments.policy.ts';
import type { Db, Trx } from '../db/schema.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Live } from '../stream/hub.ts';
import { markReleased } from './release.queries.ts';
import { nextSeq } from './sequence.ts';

/**
 * Shows a held message of the group to all: it is told as something new.
 * @throws Failure not-allowed for whoever does not moderate, not-found for one that is not held.
 */
export async function releaseChat({ db, live }: { db: Db; live: Live }, viewer: Viewer, id: number) {
  if (!isModerator(viewer)) throw new Failure('not-allowed', '只有管理员可以审核聊天');
  await db.transaction().execute((trx) => releaseHeld(trx, id));
  live.poke();
  return null;
}

/** The same for whoever decides at the command line. */
export async function releaseHeld(trx: Trx, id: number) {
  const seq = await nextSeq(trx);
  if (!(await markReleased(trx, id, seq))) throw new Failure('not-found', '没有等待审核的这条消息', 'id');
}
