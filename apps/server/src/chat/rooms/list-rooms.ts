import type { Room } from '@mojian/contract/chat/messages';
import { listBlockedIds } from '../../core/blocks/blocks.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { readableKinds } from '../messages/access.ts';
import { currentSeq } from '../messages/feed.ts';
import { whyNotSpeak, whyNotSpeakIn } from '../messages/may-speak.ts';
import { roomListLine } from '../messages/message-text.ts';
import * as queries from './rooms.queries.ts';
import { groupName, readPreferences } from './rooms.ts';

type Deps = { db: Db; presence: Presence };

/**
 * Lists the group and the viewer's private rooms, latest first, and the sequence number the list is complete up to.
 */
export async function listRooms(deps: Deps, viewer: Viewer) {
  const { db } = deps;
  const seq = await currentSeq(db); // read before the rooms: a concurrent change is repeated, not missed
  const context = await contextOf(deps, viewer);
  const kinds = await readableKinds(db, viewer);
  const group = kinds.includes('group') ? [await showGroup(deps, viewer)] : [];
  const own = kinds.includes('private') ? await queries.selectPrivate(db, viewer).execute() : [];
  const rooms = await present(context, own);
  const data = [...group, ...rooms.sort(newestFirst).map(({ room }) => room)];
  return { data, extra: { seq, blocked: [...context.blocked], preferences: context.preferences } };
}

export async function showRoom(deps: Deps, viewer: Viewer, id: number): Promise<Room | undefined> {
  const rows = await queries.selectPrivate(deps.db, viewer, id).execute();
  return (await present(await contextOf(deps, viewer), rows))[0]?.room;
}

type Row = Awaited<ReturnType<ReturnType<typeof queries.selectPrivate>['execute']>>[number];
type Context = Awaited<ReturnType<typeof contextOf>>;

async function contextOf(deps: Deps, viewer: Viewer) {
  const { db } = deps;
  const [preferences, blocked] = await Promise.all([readPreferences(db, viewer.id), listBlockedIds(db, viewer.id)]);
  return { ...deps, viewer, preferences, blocked: new Set(blocked) };
}

async function present(context: Context, rows: Row[]) {
  const { db, viewer } = context;
  const [lineById, whyNot] = await Promise.all([
    linesOf(
      context,
      rows.map(({ lastSeen }) => lastSeen),
    ),
    whyNotSpeakIn(db, viewer, rows),
  ]);
  return rows.map((row) => {
    const last = lineById(row.lastSeen);
    return {
      room: presentOne(context, { ...row, last, closed: whyNot(row) }),
      at: last?.createdAt ?? isoTime(row.createdAt),
    };
  });
}

function presentOne({ viewer, presence, preferences, blocked }: Context, row: Row & Pick<Room, 'last' | 'closed'>) {
  const { id, askedBy, peerId, nickname, avatar, role, readId, peerReadId, unread, last, closed } = row;
  const request = askedBy === viewer.id ? 'sent' : 'received';
  const mayKnow = askedBy === null && !blocked.has(peerId) && !row.isShut;
  const isSeenThere = mayKnow && preferences.presence && row.showsPresence === 1;
  return {
    id,
    kind: 'private',
    name: nickname,
    last,
    unread,
    readId,
    called: false,
    peer: { id: peerId, nickname, avatar, badge: role === 'owner' ? 'owner' : null },
    online: isSeenThere ? presence.isPresent(peerId) : null,
    peerReadId: mayKnow && preferences.receipts && row.showsRead === 1 ? peerReadId : null,
    request: askedBy === null ? null : request,
    blocked: blocked.has(peerId),
    muted: row.muted === 1,
    closed,
    members: null,
    present: null,
  } satisfies Room;
}

async function showGroup({ db, presence }: Deps, viewer: Viewer): Promise<Room> {
  const group = await queries.findGroupOf(db, viewer);
  const { id, readId, unread, lastSeen } = group;
  const [calls, members, lineById, name, closed] = await Promise.all([
    queries.countCalls(db, viewer.id, group),
    queries.countMembers(db),
    linesOf({ db, viewer }, [lastSeen]),
    groupName(db),
    whyNotSpeak(db, viewer, { id, kind: 'group', askedBy: null, peerId: null }),
  ]);
  return {
    id,
    kind: 'group',
    name,
    last: lineById(lastSeen),
    unread,
    readId,
    called: calls > 0,
    closed,
    muted: group.muted === 1,
    peer: null,
    online: null,
    peerReadId: null,
    request: null,
    blocked: false,
    members,
    present: presence.count(),
  };
}

/** Looks up messages as one-line texts. */
async function linesOf({ db, viewer }: { db: Db; viewer: Viewer }, ids: (number | null)[]) {
  const rows = await queries.listLines(
    db,
    ids.filter((id) => id !== null),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: number | null): Room['last'] => {
    const row = byId.get(id ?? 0);
    if (!row) return null;
    const own = row.senderId === viewer.id;
    const text = roomListLine(row, row.nickname, own);
    return { id: row.id, sender: row.nickname, text, own, createdAt: isoTime(row.createdAt) };
  };
}

function newestFirst(a: { room: Room; at: string }, b: { room: Room; at: string }) {
  return b.at.localeCompare(a.at) || b.room.id - a.room.id;
}

/** Counts unread messages of private rooms that are not muted, and unread mentions in the group. */
export async function countUnreadChat(db: Db, viewer: Viewer) {
  const kinds = await readableKinds(db, viewer);
  const [messages, calls] = await Promise.all([
    kinds.includes('private') ? queries.countPrivateUnread(db, viewer.id) : 0,
    kinds.includes('group') ? countCalls(db, viewer) : 0,
  ]);
  return messages + calls;
}

async function countCalls(db: Db, viewer: Viewer) {
  return queries.countCalls(db, viewer.id, await queries.findGroupRead(db, viewer.id));
}
