import { Failure } from '@mojian/contract/platform/failures';
import { requireFeature } from '../../core/settings/features.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { SpokenIn } from '../messages/may-speak.ts';
import * as queries from './rooms.queries.ts';

export type Which = { roomId?: number | undefined; userId?: number | undefined };

/** A room as one of its members has it. `readId`, `clearedId`: see the table. */
export type FoundRoom = SpokenIn & { lastId: number; readId: number; clearedId: number };

/**
 * A room, found through its members: the group, which everybody is in, or a private room of the viewer's.
 * @throws Failure not-found for another's room as for what never was, naming what was asked by; feature-off.
 */
export async function findRoom(db: Db, viewer: Viewer, { roomId, userId }: Which): Promise<FoundRoom> {
  if (userId !== undefined) await requireFeature(db, 'privateChat');
  const found = await queries.findRoom(db, viewer.id, {
    id: roomId,
    pair: userId === undefined ? undefined : pairOf(viewer.id, userId),
  });
  if (!found) throw new Failure('not-found', '没有这个聊天', roomId === undefined ? 'userId' : 'roomId');
  await requireFeature(db, found.kind === 'group' ? 'group' : 'privateChat');
  const { pair, ...room } = found;
  return { ...room, peerId: peerIn(pair, viewer.id) };
}

/** How a private room is found by the two who talk there. */
export function pairOf(one: number, other: number) {
  return `${Math.min(one, other)}-${Math.max(one, other)}`;
}

/** The two of a private room, nobody of the group. */
export function peopleIn(pair: string | null) {
  return pair === null ? [] : pair.split('-').map(Number);
}

/** The other one of a private room. */
function peerIn(pair: string | null, memberId: number) {
  return peopleIn(pair).find((id) => id !== memberId) ?? null;
}
