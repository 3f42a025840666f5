import type { ChatPerson } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { requireMember } from '../../core/identity/accounts.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './blocks.queries.ts';

/** Has the viewer hear a member no more. Whom they block is not told. Blocking again changes nothing. */
export function block(db: Db, viewer: Viewer, userId: number) {
  return db.transaction().execute((trx) => begin(trx, viewer, userId));
}

/** Has the viewer hear a member again. One who was not blocked is no error, nor is one who left since. */
export function unblock(db: Db, viewer: Viewer, userId: number) {
  return db.transaction().execute((trx) => end(trx, viewer, userId));
}

/** Whom the viewer blocked, the newest first. */
export async function listBlocks(db: Db, viewer: Viewer): Promise<ChatPerson[]> {
  const rows = await queries.listBlocked(db, viewer.id);
  return rows.map(({ role, ...person }) => ({ ...person, badge: role === 'owner' ? 'owner' : null }));
}

async function begin(trx: Trx, viewer: Viewer, userId: number) {
  if (userId === viewer.id) throw new Failure('invalid-input', '不能拉黑自己', 'userId');
  await requireMember(trx, userId, 'userId');
  if (await queries.insertBlock(trx, { userId: viewer.id, blockedId: userId })) await tellScreens(trx, viewer, userId);
  return null;
}

async function end(trx: Trx, viewer: Viewer, userId: number) {
  if (await queries.deleteBlock(trx, { userId: viewer.id, blockedId: userId })) await tellScreens(trx, viewer, userId);
  return null;
}

/** The viewer's other screens ask again: the room looks different, and so does the group. */
async function tellScreens(trx: Trx, viewer: Viewer, userId: number) {
  const room = await queries.findRoomOf(trx, viewer.id, userId);
  await tell(trx, { topic: `user:${viewer.id}`, type: 'room', id: room?.id ?? 0 });
}
