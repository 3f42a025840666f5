import type { ChatMessage, ChatPiece } from '@mojian/contract/chat/messages';
import { dayInChina, exactTime } from '../../../../ui/moment.tsx';
import { numeral, yearNumeral } from '../../../content/archive/numerals.ts';
import type { OpenRoom, Unsent } from '../chat.ts';

/** Fields of every row: whether it starts and ends a run of messages by one sender. */
type Place = { rowKey: string; isFirst: boolean; isLast: boolean };

export type SaidRow = Place & {
  kind: 'said';
  message: ChatMessage;
  isOwn: boolean;
  /** Shown as 已读. */
  isRead: boolean;
  /** 以下是新消息 is shown above it. */
  isNew: boolean;
};

type UnsentRow = Place & { kind: 'unsent'; unsent: Unsent };

export type Row = SaidRow | UnsentRow;

/** Rows of a day that are laid out and rendered together. */
type Leaf = { leafKey: string; rows: Row[] };

export type Day = { day: string; leaves: Leaf[] };

/** Chunks cover fixed ranges of message ids, so that rows keep their chunk whatever loads around it. */
const leafSize = 40;

/** Longest pause between messages of one run. */
const longestPauseMs = 3 * 60_000;

type Viewer = { id: number; blocked: ReadonlySet<number> };

/** Builds the rows of a room: by days in China time and runs by sender. Blocked members are left out of the group. */
export function daysOf({ room, timeline, unsent, unreadFrom }: OpenRoom, viewer: Viewer): Day[] {
  const isHeard = ({ sender }: ChatMessage) => room.kind === 'private' || !viewer.blocked.has(sender.id);
  const heard = timeline.messages.filter(isHeard);
  const readId = room.kind === 'private' ? lastRead(heard, viewer.id, room.peerReadId) : undefined;
  const newId = unreadFrom === null ? undefined : heard.find(({ id }) => id >= unreadFrom)?.id;
  const said = heard.map((message): SaidRow => {
    const isOwn = message.sender.id === viewer.id;
    const rowKey = keyOf(isOwn ? message.key : null, message.id);
    const marks = { isRead: message.id === readId, isNew: message.id === newId };
    return { kind: 'said', rowKey, message, isOwn, ...marks, isFirst: true, isLast: true };
  });
  const arrived = new Set(said.map(({ rowKey }) => rowKey));
  const waiting = unsent
    .filter(({ key }) => !arrived.has(keyOf(key)))
    .map((one): UnsentRow => ({ kind: 'unsent', rowKey: keyOf(one.key), unsent: one, isFirst: true, isLast: true }));
  return byDay(joinRuns([...said, ...waiting], viewer.id));
}

/** Builds a React key that a message keeps when the server has accepted it. */
function keyOf(key: string | null, id?: number) {
  return key === null ? `m${id}` : `k${key}`;
}

function lastRead(messages: ChatMessage[], viewerId: number, peerReadId: number | null) {
  if (peerReadId === null) return undefined;
  const isRead = ({ id, sender, state }: ChatMessage) =>
    id <= peerReadId && sender.id === viewerId && state === 'shown';
  return messages.findLast(isRead)?.id;
}

function joinRuns(rows: Row[], viewerId: number): Row[] {
  const joins = rows.map((row, at) => {
    const before = rows[at - 1];
    return before !== undefined && isOneRun(before, row, viewerId);
  });
  return rows.map((row, at) => ({ ...row, isFirst: !joins[at], isLast: !joins[at + 1] }));
}

function isOneRun(before: Row, row: Row, viewerId: number) {
  if (isGoneMessage(before) || isGoneMessage(row) || (row.kind === 'said' && row.isNew)) return false;
  const [a, b] = [createdAt(before), createdAt(row)];
  return (
    senderId(before, viewerId) === senderId(row, viewerId) &&
    Date.parse(b) - Date.parse(a) < longestPauseMs &&
    dayInChina(a) === dayInChina(b)
  );
}

export function keysOf(days: Day[]): string[] {
  return days.flatMap(({ leaves }) => leaves.flatMap(({ rows }) => rows.map(({ rowKey }) => rowKey)));
}

export function isGoneMessage(row: Row) {
  return row.kind === 'said' && (row.message.state === 'withdrawn' || row.message.state === 'removed');
}

function senderId(row: Row, viewerId: number) {
  return row.kind === 'said' ? row.message.sender.id : viewerId;
}

function createdAt(row: Row) {
  return row.kind === 'said' ? row.message.createdAt : row.unsent.createdAt;
}

function byDay(rows: Row[]): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    // a wrong device clock must not sort unsent messages into an earlier day
    const day =
      row.kind === 'said' ? dayInChina(row.message.createdAt) : (days.at(-1)?.day ?? dayInChina(createdAt(row)));
    if (days.at(-1)?.day !== day) days.push({ day, leaves: [] });
    addTo(days.at(-1)?.leaves ?? [], row, day);
  }
  return days;
}

/** Appends unsent messages to the last day. */
function addTo(leaves: Leaf[], row: Row, day: string) {
  const last = leaves.at(-1);
  const leafKey = row.kind === 'said' ? `${day} ${Math.floor(row.message.id / leafSize)}` : (last?.leafKey ?? day);
  if (last?.leafKey === leafKey) last.rows.push(row);
  else leaves.push({ leafKey, rows: [row] });
}

const weekdays = '日一二三四五六';

/** Heading of a day: 十一月二十日　星期五, with the year unless it is the present one. */
export function dayLine(day: string, today: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  const ofYear = year === Number(today.slice(0, 4)) ? '' : `${yearNumeral(year)}年`;
  return `${ofYear}${numeral(month)}月${numeral(date)}日　星期${weekday}`;
}

/** Returns the plain text of a message. */
export function textOfPieces(pieces: ChatPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** Time in China, 10:15. */
export function clock(at: string): string {
  return exactTime(at).slice(11);
}

/** A message as one line for screen readers: 沈砚 10:15：茶我备。 */
export function spoken(message: ChatMessage): string {
  if (message.state === 'withdrawn' || message.state === 'removed')
    return `${clock(message.createdAt)}，${goneWords(message, false)}`;
  const quoted = message.quote?.sender ? `回复${message.quote.sender}，` : '';
  const held = message.state === 'held' ? '（审核中）' : '';
  return `${message.sender.nickname} ${clock(message.createdAt)}${held}：${quoted}${contentWords(message)}`;
}

/** Returns the line that replaces a withdrawn or removed message. */
export function goneWords({ state, sender }: Pick<ChatMessage, 'state' | 'sender'>, isOwn: boolean): string {
  const isRemoved = state === 'removed';
  const who = isOwn ? (isRemoved ? '你的' : '你') : `${sender.nickname} ${isRemoved ? '的' : ''}`;
  return isRemoved ? `${who}一条消息已被移除` : `${who}撤回了一条消息`;
}

function contentWords({ pieces, picture }: ChatMessage) {
  return [textOfPieces(pieces), picture && '[图片]'].filter(Boolean).join(' ');
}

const emoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u;
const most = 6;

/** Counts the emoji of a text of a few emoji alone; 0 for any other text. */
export function emojiCount(text: string): number {
  const written = text.replace(/\s/g, '');
  if (written === '' || written.length > most * 16) return 0;
  const signs = Array.from(new Intl.Segmenter('zh').segment(written), ({ segment }) => segment);
  return signs.length <= most && signs.every((sign) => emoji.test(sign)) ? signs.length : 0;
}
