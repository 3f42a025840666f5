import type { Room } from '@mojian/contract/chat/messages';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Presence } from '../../platform/stream/presence.ts';
import { blockedBy } from '../blocks/blocked.ts';
import { readableKinds } from '../messages/group-mode.ts';
import { lineOf } from '../messages/line.ts';
import { whyNotSpeak, whyNotSpeakIn } from '../messages/may-speak.ts';
import { currentSeq } from '../messages/sequence.ts';
import { groupName } from './group.ts';
import { readPreferences } from './preferences.ts';
import * as queries from './rooms.queries.ts';

type Parts = { db: Db; presence: Presence };

/** The group and the viewer's private rooms, those somebody spoke in last first; up to which number of the chat it is so. */
export async function listRooms(parts: Parts, viewer: Viewer) {
  const { db } = parts;
  const seq = await currentSeq(db); // before the rooms: what comes meanwhile is told again, not missed
  const context = await contextOf(parts, viewer);
  const kinds = await readableKinds(db, viewer);
  const group = kinds.includes('group') ? [await showGroup(parts, viewer)] : [];
  const own = kinds.includes('private') ? await queries.selectPrivate(db, viewer).execute() : [];
  const rooms = await present(context, own);
  const data = [...group, ...rooms.sort(newestFirst).map(({ room }) => room)];
  return { data, extra: { seq, blocked: [...context.blocked], preferences: context.preferences } };
}

/** One private room as its viewer has it. */
export async function showRoom(parts: Parts, viewer: Viewer, id: number): Promise<Room | undefined> {
  const rows = await queries.selectPrivate(parts.db, viewer, id).execute();
  return (await present(await contextOf(parts, viewer), rows))[0]?.room;
}

type Row = Awaited<ReturnType<ReturnType<typeof queries.selectPrivate>['execute']>>[number];
type Context = Awaited<ReturnType<typeof contextOf>>;

async function contextOf(parts: Parts, viewer: Viewer) {
  const { db } = parts;
  const [preferences, blocked] = await Promise.all([readPreferences(db, viewer.id), blockedBy(db, viewer.id)]);
  return { ...parts, viewer, preferences, blocked: new Set(blocked) };
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
  const asked = askedBy === viewer.id ? 'sent' : 'received';
  const mayKnow = askedBy === null && !blocked.has(peerId) && !row.isShut;
  const isSeenThere = mayKnow && preferences.presence && row.showsPresence === 1;
  return {
    ...{ id, kind: 'private', name: nickname, last, unread, readId, called: false },
    peer: { id: peerId, nickname, avatar, badge: role === 'owner' ? 'owner' : null },
    online: isSeenThere ? presence.isPresent(peerId) : null,
    peerReadId: mayKnow && preferences.receipts && row.showsRead === 1 ? peerReadId : null,
    request: askedBy === null ? null : asked,
    blocked: blocked.has(peerId),
    muted: row.muted === 1,
    closed,
    ...{ members: null, present: null },
  } satisfies Room;
}

async function showGroup({ db, presence }: Parts, viewer: Viewer): Promise<Room> {
  const group = await queries.findGroupOf(db, viewer);
  const { id, readId, unread, lastSeen, members } = group;
  const [calls, lineById, name, closed] = await Promise.all([
    queries.countCalls(db, viewer.id, group),
    linesOf({ db, viewer }, [lastSeen]),
    groupName(db),
    whyNotSpeak(db, viewer, { id, kind: 'group', askedBy: null, peerId: null }),
  ]);
  return {
    ...{ id, kind: 'group', name, last: lineById(lastSeen), unread, readId, called: calls > 0, closed },
    muted: group.muted === 1,
    ...{ peer: null, online: null, peerReadId: null, request: null, blocked: false },
    members: members ?? 0,
    present: presence.count(),
  };
}

/** Looks up what the newest messages of some rooms say on one line. */
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
    const text = lineOf(row, row.nickname, own);
    return { id: row.id, sender: row.nickname, text, own, createdAt: isoTime(row.createdAt) };
  };
}

function newestFirst(a: { room: Room; at: string }, b: { room: Room; at: string }) {
  return b.at.localeCompare(a.at) || b.room.id - a.room.id;
}
