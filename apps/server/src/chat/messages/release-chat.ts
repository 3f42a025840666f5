import { Failure } from '@mojian/contract/platform/failures';
import type { Mention } from '../../community/comments/comment-text.ts';
import { isModerator } from '../../community/comments/comments.policy.ts';
import type { Recording } from '../../core/audit/audit.ts';
import { recordingOf } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Live } from '../../platform/stream/hub.ts';
import { appear, findCallable } from './appear.ts';
import { findMessage } from './chat.queries.ts';
import { markReleased } from './moderating.queries.ts';
import { nextSeq } from './sequence.ts';

type Parts = { db: Db; search: Search };

/**
 * Shows a held message of the group to all: it is told as something new.
 * @throws Failure not-allowed for whoever does not moderate, not-found for one that is not held.
 */
export async function releaseChat(parts: Parts & { live: Live }, viewer: Viewer, id: number) {
  if (!isModerator(viewer)) throw new Failure('not-allowed', '只有管理员可以审核聊天');
  await releaseHeld(parts, id, await recordingOf(parts.db, viewer, { act: 'chat.release', kind: 'chat', id }));
  parts.live.poke();
  return null;
}

/** The same for whoever decides at the command line, where it is the caller's to know who they are. */
export async function releaseHeld({ db, search }: Parts, id: number, record?: Recording) {
  const held = await findMessage(db, id);
  const callable = held ? await findCallable(db, { kind: 'group' }, held.text) : [];
  return db.transaction().execute(async (trx) => {
    await release(trx, search, id, callable);
    await record?.(trx);
  });
}

async function release(trx: Trx, search: Search, id: number, callable: Mention[]) {
  const seq = await nextSeq(trx);
  const said = await markReleased(trx, id, seq);
  if (!said) throw new Failure('not-found', '没有等待审核的这条消息', 'id');
  await appear(trx, search, said, callable);
}
