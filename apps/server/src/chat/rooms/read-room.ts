import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Live } from '../../platform/stream/hub.ts';
import { areApart } from '../blocks/blocked.ts';
import { type FoundRoom, findRoom, type Which } from './find-room.ts';
import { readPreferences } from './preferences.ts';
import * as queries from './read-room.queries.ts';

type Parts = { db: Db; live: Live };

/**
 * The viewer has read a room up to a message, or all of it. Never goes back. The member's other windows hear of it, and
 * the other one of a private room where both show such things.
 * @throws Failure not-found for another's room, and for a message that is not in this one.
 */
export async function readRoom(
  { db, live }: Parts,
  viewer: Viewer,
  { id, ...which }: Which & { id?: number | undefined },
) {
  const room = await findRoom(db, viewer, which);
  if (id !== undefined && !(await queries.hasMessage(db, room.id, id)))
    throw new Failure('not-found', '没有这条消息', 'id');
  const upTo = id ?? room.lastId;
  if (!(await queries.raiseRead(db, room.id, viewer.id, upTo))) return;
  const event = { id: upTo, of: room.id };
  await live.publish([
    { topic: `user:${viewer.id}`, type: 'read-own', ...event },
    ...((await isTold(db, viewer, room)) ? [{ topic: `user:${room.peerId}`, type: 'read', ...event }] : []),
  ]);
}

/** Who asks to talk is not told that they were read, nor is either of two of whom one blocked the other. */
async function isTold(db: Db, viewer: Viewer, { peerId, askedBy }: FoundRoom) {
  if (peerId === null || askedBy !== null || (await areApart(db, viewer.id, peerId))) return false;
  const [own, theirs] = await Promise.all([readPreferences(db, viewer.id), readPreferences(db, peerId)]);
  return own.receipts && theirs.receipts;
}
