import type { ChatPreferences } from '@mojian/contract/chat/messages';
import { Failure } from '@mojian/contract/platform/failures';
import { updateUser } from '../../core/identity/user-rows.ts';
import { requireFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { groupNameIn } from '../../core/settings/site.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './rooms.queries.ts';
import { findGroup } from './rooms.queries.ts';

/** A room to write in; `peerId` is the other member of a private one. */
export type RoomRef = { id: number; kind: 'group' | 'private'; askedBy: number | null; peerId: number | null };

export type RoomQuery = { roomId?: number | undefined; userId?: number | undefined };

/** A room with its member's reading position; see the table for `readId` and `clearedId`. */
export type FoundRoom = RoomRef & { lastId: number; readId: number; clearedId: number };

/**
 * Finds the group or a private room of the viewer.
 * @throws Failure not-found for another's room or none, naming the input; feature-off.
 */
export async function findRoom(db: Db, viewer: Viewer, { roomId, userId }: RoomQuery): Promise<FoundRoom> {
  if (userId !== undefined) await requireFeature(db, 'privateChat');
  const found = await queries.selectRoom(db, viewer.id, {
    id: roomId,
    pair: userId === undefined ? undefined : pairOf(viewer.id, userId),
  });
  if (!found) throw new Failure('not-found', '没有这个聊天', roomId === undefined ? 'userId' : 'roomId');
  await requireFeature(db, found.kind === 'group' ? 'group' : 'privateChat');
  const { pair, ...room } = found;
  return { ...room, peerId: peerIn(pair, viewer.id) };
}

/** Key of the private room of two members. */
export function pairOf(one: number, other: number) {
  return `${Math.min(one, other)}-${Math.max(one, other)}`;
}

/** Both members of a private room; empty for the group. */
export function peopleIn(pair: string | null) {
  return pair === null ? [] : pair.split('-').map(Number);
}

function peerIn(pair: string | null, memberId: number) {
  return peopleIn(pair).find((id) => id !== memberId) ?? null;
}

/**
 * Finds the group.
 * @throws Failure signed-out for a visitor where only members may read.
 */
export async function openGroup(db: Db, viewer: Viewer | null) {
  const { group } = (await readSettings(db)).chat;
  if (!viewer && group !== 'open') throw new Failure('signed-out', '登录后才能看公共聊天室');
  return findGroup(db);
}

export async function groupName(db: Db) {
  return groupNameIn(await readSettings(db));
}

/** Preferences apply both ways: what a member hides they do not see of others. */
export async function readPreferences(db: Db, memberId: number): Promise<ChatPreferences> {
  const { showsRead, showsTyping, showsPresence } = await queries.findPreferences(db, memberId);
  return { receipts: showsRead === 1, typing: showsTyping === 1, presence: showsPresence === 1 };
}

type Change = { [Name in keyof ChatPreferences]?: boolean | undefined };

/** Changes the given ones and returns all. */
export async function changePreferences(db: Db, memberId: number, { receipts, typing, presence }: Change) {
  await updateUser(db, memberId, {
    ...(receipts !== undefined && { showsRead: Number(receipts) }),
    ...(typing !== undefined && { showsTyping: Number(typing) }),
    ...(presence !== undefined && { showsPresence: Number(presence) }),
  });
  return readPreferences(db, memberId);
}

export async function findShowing(db: Db, memberIds: number[]) {
  return (await queries.selectShowing(db, memberIds)).map(({ id }) => id);
}
