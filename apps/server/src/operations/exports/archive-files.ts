import { mayReadGroup } from '../../chat/messages/access.ts';
import { groupName } from '../../chat/rooms/rooms.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { chinaTime, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Table, Tables } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as writings from './archive.queries.ts';
import { articleFiles, fileNameOf } from './article-file.ts';
import * as queries from './chats.queries.ts';

type Deps = { db: Db; tables: Tables; siteUrl: string };
type Said = Awaited<ReturnType<typeof writings.listSaysOfMember>>[number];

/** Small batches let other work of the site run in between. */
const rowsAtOnce = 20;

/** Yields a member's data file by file; `onShare` receives progress from 0 to 1. */
export async function* archiveFiles(
  { db, tables, siteUrl }: Deps,
  userId: number,
  onShare: (share: number) => Promise<void>,
): AsyncGenerator<ArchiveFile> {
  yield* aboutMember({ db, siteUrl, tables }, userId);

  const ids = await writings.listWritings(db, userId);
  const talks = await listTalks(db, userId);
  const said = talks.reduce((sum, { count }) => sum + count, 0);
  const total = ids.articles.length + 2 * ids.says.length + ids.comments.length + ids.board.length + 2 * said;
  let read = 0;
  const note = (count: number) => {
    read += count;
    return onShare(read / total);
  };
  async function* rows<Row>(of: number[], list: (db: Db, ids: number[]) => Promise<Row[]>) {
    for (let from = 0; from < of.length; from += rowsAtOnce) {
      const some = of.slice(from, from + rowsAtOnce);
      yield* await list(db, some);
      await note(some.length);
    }
  }

  for await (const article of rows(ids.articles, writings.listArticlesOfMember)) yield* articleFiles(article);
  yield { name: 'says.md', content: saysMarkdown(rows(ids.says, writings.listSaysOfMember), siteUrl) };
  yield { name: 'says.json', content: jsonList(rows(ids.says, writings.listSaysOfMember), presentSay) };
  yield { name: 'comments.json', content: jsonList(rows(ids.comments, writings.listCommentsOfMember), readable) };
  yield { name: 'board.json', content: jsonList(rows(ids.board, writings.listBoardMessagesOfMember), readable) };
  yield* chatFiles({ db, siteUrl }, userId, talks, note);
}

async function* aboutMember({ db, tables, siteUrl }: Deps, userId: number): AsyncGenerator<ArchiveFile> {
  const profile = await writings.findProfile(db, userId);
  const files = Object.values<Table>(tables).flatMap((table) => (table.archive ? [{ table, ...table.archive }] : []));
  const lines = files.map(({ file, about }) => `${file.padEnd(18)} ${about}`);
  yield { name: 'README.txt', content: [readmeText(profile.nickname, lines, siteUrl)] };
  yield json('profile.json', presentProfile(profile));
  for (const { table, ...which } of files) {
    const rows = which.rows ? await which.rows(db, userId) : await writings.listRowsOfMember(db, table, which, userId);
    yield json(which.file, withTimes(rows));
  }
  const uploads = (await writings.listUploads(db, userId)).map(({ key, ...upload }) => ({
    url: `${siteUrl}/files/${key}`,
    ...readable(upload),
  }));
  yield json('uploads.json', await withPictures(db, uploads, { authorId: userId }));
}

const switches = [
  'mailOnReply',
  'mailOnArticle',
  'keepsCamera',
  'showsRead',
  'showsTyping',
  'showsPresence',
  'showsCollects',
] as const;

function presentProfile(profile: Awaited<ReturnType<typeof writings.findProfile>>) {
  return { ...readable(profile), ...Object.fromEntries(switches.map((name) => [name, profile[name] === 1])) };
}

async function* saysMarkdown(says: AsyncIterable<Said>, siteUrl: string) {
  yield '# 说说\n';
  for await (const { text, pictures, place, weather, isPublic, hasAiContent, createdAt } of says) {
    const marks = [isPublic === 1 ? '' : '仅自己可见', hasAiContent === 1 ? '含 AI 生成内容' : ''];
    const notes = [place, weather, ...marks].filter(Boolean);
    const shown = picturesOf(pictures).map(({ url }) => `![](${new URL(url, siteUrl).href})`);
    yield `\n## ${[chinaTime(createdAt), ...notes].join(' · ')}\n\n${[text, ...shown].join('\n\n')}\n`;
  }
}

function presentSay({ pictures, isPublic, hasAiContent, ...say }: Said) {
  const flags = { isPublic: isPublic === 1, hasAiContent: hasAiContent === 1 };
  return { ...readable(say), ...flags, pictures: picturesOf(pictures) };
}

function picturesOf(pictures: string) {
  return JSON.parse(pictures) as { url: string }[];
}

/** Formats columns named …At as ISO times. */
function readable<Row extends object>(row: Row) {
  const entries = Object.entries(row).map(([name, value]) =>
    name.endsWith('At') && typeof value === 'number' ? [name, isoTime(value)] : [name, value],
  );
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Formats the times of rows, in lists and objects at any depth. */
function withTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(readable(value)).map(([name, one]) => [name, withTimes(one)]));
}

/** `content` can be read once. */
export type ArchiveFile = { name: string; content: AsyncIterable<string> | Iterable<string> };

function json(name: string, value: unknown): ArchiveFile {
  return { name, content: [`${JSON.stringify(value, null, 2)}\n`] };
}

/** Streams a JSON array row by row. */
async function* jsonList<Row>(rows: AsyncIterable<Row>, present: (row: Row) => object) {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(present(row), null, 2);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function readmeText(nickname: string, files: string[], siteUrl: string) {
  return `这是 ${nickname} 在 ${siteUrl} 的全部数据，打包于 ${chinaTime(Date.now())}（北京时间）。

articles/          每篇文章一个 Markdown 文件，开头是标题、日期、分类、标签等；草稿与回收站里的也在
drafts/            已发布的文章上还没有发布的修改，每篇一个文件
says.md、says.json  说说
comments.json      评论
board.json         留言板上的留言
chats.json         聊天的房间
chats/             每个房间一个 Markdown 与一个 JSON 文件，双方的话都在，最近两万条；撤回的、自己删除的不在
profile.json       个人资料与偏好
${files.join('\n')}
uploads.json       上传过的图片与下载地址；图片本身不在这个包里

JSON 里的时间是 ISO 8601，世界协调时；所有文件都是 UTF-8。密码、登录令牌与密钥不在其中。
文章文件可以用墨笺的 npm run import 再导入，也能被 Hexo、Hugo 等读取。
`;
}

type ChatDeps = { db: Db; siteUrl: string };
type Line = Awaited<ReturnType<typeof queries.listSaid>>[number];
type Room = { room: queries.ChatRoom; name: string; count: number; after: number };

/** Messages per room, newest ones: others wrote most of them. */
const mostOfRoom = 20_000;
const messagesAtOnce = 200;

/** Rooms with messages, and how many to read of each. */
async function listTalks(db: Db, userId: number): Promise<Room[]> {
  const viewer = asMember(userId);
  const seesGroup = await mayReadGroup(db, viewer);
  const talks: Room[] = [];
  for (const room of await queries.listRoomsOfMember(db, userId)) {
    if (room.kind === 'group' && !seesGroup) continue;
    const count = await queries.countSaid(db, { viewer, room }, mostOfRoom);
    const after = count < mostOfRoom ? 0 : await queries.findStart(db, { viewer, room }, mostOfRoom);
    const name = room.kind === 'group' ? await groupName(db) : (room.peer ?? '');
    if (count > 0) talks.push({ room, name, count, after });
  }
  return talks;
}

/** Yields each room as Markdown and as JSON; `onRead` receives the messages of each batch. */
async function* chatFiles(
  { db, siteUrl }: ChatDeps,
  userId: number,
  talks: Room[],
  onRead: (count: number) => Promise<void>,
): AsyncGenerator<ArchiveFile> {
  const rooms = talks.map(({ room: { id, kind, peerId }, name, count }) => ({ id, kind, name, peerId, count }));
  yield json('chats.json', rooms);
  const viewer = asMember(userId);
  for (const { room, name, after } of talks) {
    const file = `chats/${fileNameOf(room.id, name)}`;
    const lines = () => readLines(db, { viewer, room, after }, onRead);
    yield { name: `${file}.md`, content: asMarkdown(name, lines(), siteUrl) };
    yield { name: `${file}.json`, content: jsonList(lines(), (line) => present(line, siteUrl)) };
  }
}

/** Exports what a plain member sees, even for staff. */
function asMember(id: number): Viewer {
  return { id, role: 'member', sessionId: 0, signedInAt: 0 };
}

type Batch = { viewer: Viewer; room: queries.ChatRoom; after: number };

async function* readLines(db: Db, batch: Batch, onRead: (count: number) => Promise<void>) {
  let { after } = batch;
  for (;;) {
    const some = await queries.listSaid(db, { ...batch, after, limit: messagesAtOnce });
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
