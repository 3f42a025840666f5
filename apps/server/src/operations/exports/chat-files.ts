import { mayReadGroup } from '../../chat/messages/access.ts';
import { groupName } from '../../chat/rooms/rooms.ts';
import { chinaTime, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { ArchiveFile } from './archive-file.ts';
import { nameOf } from './article-file.ts';
import * as queries from './chats.queries.ts';
import { json, jsonList } from './json-file.ts';

type Parts = { db: Db; siteUrl: string };
type Line = Awaited<ReturnType<typeof queries.listSaid>>[number];
type Talk = { room: queries.ChatRoom; name: string; count: number; after: number };

/** Others said most of it: of each room its newest part is the member's to take along. */
const mostOfRoom = 20_000;
const rowsAtOnce = 200;

/** The rooms a member talks in, with how much there is to read of each. Empty ones are left out. */
export async function listTalks(db: Db, userId: number): Promise<Talk[]> {
  const viewer = asMember(userId);
  const seesGroup = await mayReadGroup(db, viewer);
  const talks: Talk[] = [];
  for (const room of await queries.listRooms(db, userId)) {
    if (room.kind === 'group' && !seesGroup) continue;
    const count = await queries.countSaid(db, { viewer, room }, mostOfRoom);
    const after = count < mostOfRoom ? 0 : await queries.findStart(db, { viewer, room }, mostOfRoom);
    const name = room.kind === 'group' ? await groupName(db) : (room.peer ?? '');
    if (count > 0) talks.push({ room, name, count, after });
  }
  return talks;
}

/** Each room as Markdown, to read, and as JSON. `onRead` hears of every few messages that were read. */
export async function* chatFiles(
  { db, siteUrl }: Parts,
  userId: number,
  talks: Talk[],
  onRead: (count: number) => Promise<void>,
): AsyncGenerator<ArchiveFile> {
  const rooms = talks.map(({ room: { id, kind, peerId }, name, count }) => ({ id, kind, name, peerId, count }));
  yield json('chats.json', rooms);
  const viewer = asMember(userId);
  for (const { room, name, after } of talks) {
    const file = `chats/${nameOf(room.id, name)}`;
    const lines = () => readLines(db, { viewer, room, after }, onRead);
    yield { name: `${file}.md`, content: asMarkdown(name, lines(), siteUrl) };
    yield { name: `${file}.json`, content: jsonList(lines(), (line) => present(line, siteUrl)) };
  }
}

/** Staff or not: they take along what they see as one who talks. */
function asMember(id: number): Viewer {
  return { id, role: 'member', sessionId: 0, signedInAt: 0 };
}

type Stretch = { viewer: Viewer; room: queries.ChatRoom; after: number };

async function* readLines(db: Db, stretch: Stretch, onRead: (count: number) => Promise<void>) {
  let { after } = stretch;
  for (;;) {
    const some = await queries.listSaid(db, { ...stretch, after, limit: rowsAtOnce });
    yield* some;
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
    await onRead(some.length);
  }
}

async function* asMarkdown(name: string, lines: AsyncIterable<Line>, siteUrl: string) {
  yield `# ${name}\n`;
  for await (const line of lines) {
    const { sender, text, picture, place, state } = present(line, siteUrl);
    const notes = [chinaTime(line.createdAt), place, state === 'held' ? '审核中' : ''].filter(Boolean);
    const said = [text, picture && `![](${picture})`].filter(Boolean).join('\n\n');
    yield `\n**${sender}** · ${notes.join(' · ')}\n\n${said}\n`;
  }
}

function present({ picture, createdAt, ...line }: Line, siteUrl: string) {
  const url = picture === '' ? '' : new URL((JSON.parse(picture) as { url: string }).url, siteUrl).href;
  return { ...line, picture: url, createdAt: isoTime(createdAt) };
}
