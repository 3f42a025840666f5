import type { ChatPerson } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { type SqlBool, sql } from 'kysely';
import { requireMember } from '../../core/identity/accounts.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './blocks.queries.ts';

/** Blocks a member silently. Blocking again changes nothing. */
export function block(db: Db, viewer: Viewer, userId: number) {
  return db.transaction().execute((trx) => insert(trx, viewer, userId));
}

/** Unblocks a member. Nothing happens if they were not blocked. */
export function unblock(db: Db, viewer: Viewer, userId: number) {
  return db.transaction().execute((trx) => remove(trx, viewer, userId));
}

/** Lists blocked members, newest first. */
export async function listBlocks(db: Db, viewer: Viewer): Promise<ChatPerson[]> {
  const rows = await queries.listBlocked(db, viewer.id);
  return rows.map(({ role, ...person }) => ({ ...person, badge: role === 'owner' ? 'owner' : null }));
}

async function insert(trx: Trx, viewer: Viewer, userId: number) {
  if (userId === viewer.id) throw new Failure('invalid-input', '不能拉黑自己', 'userId');
  await requireMember(trx, userId, 'userId');
  if (await queries.insertBlock(trx, { userId: viewer.id, blockedId: userId })) await refreshRooms(trx, viewer, userId);
  return null;
}

async function remove(trx: Trx, viewer: Viewer, userId: number) {
  if (await queries.deleteBlock(trx, { userId: viewer.id, blockedId: userId })) await refreshRooms(trx, viewer, userId);
  return null;
}

/** Makes the viewer's other screens reload the room and the group. */
async function refreshRooms(trx: Trx, viewer: Viewer, userId: number) {
  const room = await queries.findRoomOf(trx, viewer.id, userId);
  await tell(trx, { topic: `user:${viewer.id}`, type: 'room', id: room?.id ?? 0 });
}

export function listBlockedIds(db: Db | Trx, userId: number) {
  return queries.listBlockedIds(db, userId);
}

/** Drops the members who blocked the speaker. */
export async function withoutBlocking(db: Db | Trx, userIds: number[], speakerId: number) {
  const blocking = new Set(await queries.listBlocking(db, userIds, speakerId));
  return userIds.filter((id) => !blocking.has(id));
}

/** True if either member blocked the other: they see neither typing nor presence. */
export async function isEitherBlocked(db: Db | Trx, one: number, other: number) {
  const [here, there] = [await queries.listBlocking(db, [one], other), await queries.listBlocking(db, [other], one)];
  return here.length + there.length > 0;
}

/** SQL condition on chat messages: the sender is not blocked by this member. */
export function isNotBlocked(userId: number) {
  return sql<SqlBool>`not exists (select 1 from blocks where blocks."userId" = ${userId} and blocks."blockedId" = "chatMessages"."senderId")`;
}
