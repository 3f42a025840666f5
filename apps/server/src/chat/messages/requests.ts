import { Failure } from '@mojian/contract/platform/failures';
import { countLinks } from '../../core/moderation/judge.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { countTry, takeBackTry } from '../../platform/limits/limits.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './standing.queries.ts';

type Standing = Awaited<ReturnType<ReturnType<typeof queries.selectStandings>['execute']>>[number];
type Room = { id: number; peerId: number };
type Spoken = { text: string; hasPicture: boolean };

/** Strangers somebody may write to and wait for, in a day. */
const mostOpen = { most: 20, seconds: 24 * 3600 };
const triesOf = (userId: number) => `chat request ${userId}`;

/** Whether the other one does not know the viewer: they do not follow them, never answered, and nobody is of the staff. */
export function isStranger(viewer: Viewer, standing: Standing) {
  return !standing.isFollowed && !standing.peerSpoke && !isStaff(viewer) && !isStaff(standing);
}

/** Whether what the viewer says now asks to talk. Who spoke before was accepted. */
export function asksToTalk(viewer: Viewer, standing: Standing, askedBy: number | null) {
  return askedBy === null && !standing.spoke && isStranger(viewer, standing);
}

/** @throws Failure for what a stranger may not send before they are accepted. */
export function checkRequest({ text, hasPicture }: Spoken) {
  if (hasPicture) throw new Failure('not-allowed', '对方接受之前，还不能发图片', 'picture');
  if (countLinks(text) > 0) throw new Failure('not-allowed', '对方接受之前，还不能发链接', 'text');
}

/**
 * What the viewer's speaking does to who waits for whom: the first words to a stranger ask them, an answer accepts.
 * Runs behind the chat's number, so of two windows at once the second finds what the first did.
 * @throws Failure not-allowed for a second word before the answer, too-many-requests for one stranger too many.
 */
export async function settleRequest(trx: Trx, viewer: Viewer, room: Room, standing: Standing) {
  const askedBy = await queries.findAsker(trx, room.id);
  if (asksToTalk(viewer, standing, askedBy)) {
    await countTry(trx, triesOf(viewer.id), mostOpen);
    await queries.setAsker(trx, room.id, viewer.id);
    return tellBoth(trx, viewer.id, room);
  }
  if (askedBy === viewer.id && isStranger(viewer, standing)) throw new Failure('not-allowed', waits);
  if (askedBy !== null) await endRequest(trx, viewer.id, room, askedBy);
}

export const waits = '对方接受之前，只能说这一句';

/** Whoever asked may talk now. One who does not ask any more makes no difference. */
export async function endRequest(trx: Trx, viewerId: number, room: Room, askedBy: number) {
  if (!(await queries.clearAsker(trx, room.id, askedBy))) return;
  await takeBackTry(trx, triesOf(askedBy));
  await tellBoth(trx, viewerId, room);
}

function tellBoth(trx: Trx, viewerId: number, { id, peerId }: Room) {
  return tell(trx, ...[viewerId, peerId].map((userId) => ({ topic: `user:${userId}`, type: 'room', id })));
}
