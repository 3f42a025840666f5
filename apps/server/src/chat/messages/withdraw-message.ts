import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { withdrawSeconds } from '@mojian/contract/platform/rules';
import { isModerator } from '../../community/comments/comments.policy.ts';
import { recordingOf } from '../../core/audit/audit.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Live } from '../../platform/stream/hub.ts';
import type { FoundRoom } from '../rooms/find-room.ts';
import type { Row } from './chat.queries.ts';
import { findMessage } from './chat.queries.ts';
import { findSeen } from './find-seen.ts';
import { isGone, presentFor } from './present-messages.ts';
import { takeAway } from './take-away.ts';

type Parts = { db: Db; search: Search; live: Live };

/**
 * Takes back what the viewer said in the last two minutes, or, as one of the staff, removes anything said in the group.
 * Its place stays for all to see. What is gone already is no error.
 * @throws Failure not-found for what the viewer does not see, not-allowed for another's and for what is too old.
 */
export async function withdrawMessage(parts: Parts, viewer: Viewer, id: number): Promise<ChatMessage> {
  const { db, search, live } = parts;
  const { said: row, room } = await findSeen(db, viewer, id);
  if (!isGone(row)) {
    const state = howTo(viewer, row, room);
    const record = state === 'removed' ? await removalOf(db, viewer, id) : undefined;
    await db.transaction().execute(async (trx) => {
      await takeAway(trx, search, id, state);
      await record?.(trx);
    });
    live.poke();
  }
  const [message] = await presentFor(db, viewer, [(await findMessage(db, id)) ?? row]);
  if (!message) throw new Failure('gone');
  return message;
}

/** @throws Failure as requireRankOver. */
async function removalOf(db: Db, viewer: Viewer, id: number) {
  await requireRankOver(db, viewer, 'chat', id);
  return recordingOf(db, viewer, { act: 'chat.remove', kind: 'chat', id });
}

function howTo(viewer: Viewer, { senderId, createdAt }: Row, { kind }: FoundRoom) {
  const isOwn = senderId === viewer.id;
  if (isOwn && Date.now() - createdAt <= withdrawSeconds * 1000) return 'withdrawn';
  if (kind === 'group' && isModerator(viewer)) return 'removed';
  throw new Failure('not-allowed', isOwn ? '撤回失败，只能撤回两分钟以内的消息' : '只能撤回自己的消息', 'id');
}
