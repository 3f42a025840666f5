import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import { describe, expect, it } from 'vitest';
import type { OpenRoom, Unsent } from '../chat.ts';
import { isSameRow, rowHeight } from './log.tsx';
import { forgetText, keepText, savedText } from './menu-choices.tsx';
import { dayLine, daysOf, emojiCount, goneWords, keysOf, type Row, type SaidRow, spoken } from './rows.ts';
import { pictureSize } from './sent-picture.tsx';

const viewer = { id: 1, blocked: new Set<number>() };
const nobodyUnsent: Unsent[] = [];

function said(id: number, senderId: number, at: string, more: Partial<ChatMessage> = {}): ChatMessage {
  const sender = { id: senderId, nickname: `第${senderId}位`, avatar: '', badge: null };
  const nothing = { picture: null, quote: null, place: '', key: null };
  return {
    id,
    seq: id,
    roomId: 1,
    sender,
    state: 'shown',
    pieces: [{ text: '好' }],
    createdAt: at,
    ...nothing,
    ...more,
  };
}

function opened(messages: ChatMessage[], more: { room?: Partial<Room>; unsent?: Unsent[]; unreadFrom?: number } = {}) {
  const room = { id: 1, kind: 'group', peerReadId: null, ...more.room } as Room;
  const timeline = { messages, hasOlder: false, hasNewer: false, isLoading: null, failed: false };
  const rest = { typing: [], sought: null, unreadFrom: more.unreadFrom ?? null };
  return { room, timeline, unsent: more.unsent ?? nobodyUnsent, ...rest } satisfies OpenRoom;
}

const waiting = (key: string, createdAt: string): Unsent => ({
  key,
  roomId: 1,
  text: '在路上',
  picture: null,
  quote: null,
  createdAt,
  state: 'sending',
  share: null,
  why: '',
  mayRetry: false,
});

function rowsOf(open: OpenRoom, who = viewer): Row[] {
  return daysOf(open, who).flatMap(({ leaves }) => leaves.flatMap(({ rows }) => rows));
}

const shape = (rows: Row[]) => rows.map(({ isFirst, isLast }) => `${isFirst ? '[' : ''}${isLast ? ']' : ''}`);

describe('what is said', () => {
  it('forms a run when one person sends within three minutes', () => {
    const rows = rowsOf(
      opened([
        said(1, 2, '2026-11-20T02:00:00Z'),
        said(2, 2, '2026-11-20T02:02:59Z'),
        said(3, 2, '2026-11-20T02:05:59Z'),
        said(4, 3, '2026-11-20T02:06:00Z'),
      ]),
    );
    expect(shape(rows)).toEqual(['[', ']', '[]', '[]']);
  });

  it('is split by a removed message and by the line above new messages', () => {
    const rows = rowsOf(
      opened(
        [
          said(1, 2, '2026-11-20T02:00:00Z'),
          said(2, 2, '2026-11-20T02:00:10Z', { state: 'withdrawn' }),
          said(3, 2, '2026-11-20T02:00:20Z'),
          said(4, 2, '2026-11-20T02:00:30Z'),
        ],
        { unreadFrom: 4 },
      ),
    );
    expect(shape(rows)).toEqual(['[]', '[]', '[]', '[]']);
    expect(rows.map((row) => (row as SaidRow).isNew)).toEqual([false, false, false, true]);
  });

  it('has the line above the next message when the first new one is hidden', () => {
    const rows = rowsOf(
      opened([said(1, 2, '2026-11-20T02:00:00Z'), said(5, 2, '2026-11-20T02:00:20Z')], { unreadFrom: 4 }),
    );
    expect(rows.map((row) => (row as SaidRow).isNew)).toEqual([false, true]);
  });

  it("is split at midnight in China, not in the reader's time zone", () => {
    const days = daysOf(opened([said(1, 2, '2026-11-20T15:59:50Z'), said(2, 2, '2026-11-20T16:00:10Z')]), viewer);
    expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
    expect(shape(days.flatMap(({ leaves }) => leaves.flatMap(({ rows }) => rows)))).toEqual(['[]', '[]']);
  });

  it('of a blocked member is hidden in the group and shown in a private room', () => {
    const messages = [said(1, 2, '2026-11-20T02:00:00Z'), said(2, 3, '2026-11-20T02:00:01Z')];
    const who = { id: 1, blocked: new Set([2]) };
    expect(keysOf(daysOf(opened(messages), who))).toEqual(['m2']);
    expect(keysOf(daysOf(opened(messages, { room: { kind: 'private' } }), who))).toEqual(['m1', 'm2']);
  });
});

describe('one’s own', () => {
  it('keeps its key once it has arrived, and is never shown twice', () => {
    const arrived = said(7, 1, '2026-11-20T02:00:05Z', { key: 'a' });
    const before = opened([], { unsent: [waiting('a', '2026-11-20T02:00:00Z')] });
    const both = opened([arrived], { unsent: [waiting('a', '2026-11-20T02:00:00Z')] });
    expect(keysOf(daysOf(before, viewer))).toEqual(['ka']);
    expect(keysOf(daysOf(both, viewer))).toEqual(['ka']);
    expect(rowsOf(both)[0]?.kind).toBe('said');
  });

  it('stays below the newest with a clock days behind', () => {
    const open = opened([said(1, 2, '2026-11-20T02:00:00Z')], { unsent: [waiting('a', '2026-11-11T02:00:00Z')] });
    expect(daysOf(open, viewer).map(({ day }) => day)).toEqual(['2026-11-20']);
  });

  it('shows 已读 once, under the last read message, in private rooms only', () => {
    const messages = [1, 2, 3, 4].map((id) => said(id, id === 2 ? 2 : 1, '2026-11-20T02:00:00Z'));
    const read = (room: Partial<Room>) =>
      rowsOf(opened(messages, { room })).flatMap((row) => (row.kind === 'said' && row.isRead ? [row.message.id] : []));
    expect(read({ kind: 'private', peerReadId: 3 })).toEqual([3]);
    expect(read({ kind: 'private', peerReadId: 2 })).toEqual([1]);
    expect(read({ kind: 'private', peerReadId: null })).toEqual([]);
    expect(read({ kind: 'group', peerReadId: 3 })).toEqual([]);
  });
});

describe('rows', () => {
  const many = Array.from({ length: 200 }, (_, at) => said(at + 1, 2, '2026-11-20T02:00:00Z'));

  it('stay in their chunk when older ones load above', () => {
    const leavesOf = (from: number) => daysOf(opened(many.slice(from)), viewer).flatMap(({ leaves }) => leaves);
    const before = new Map(leavesOf(90).map(({ leafKey, rows }) => [leafKey, rows]));
    const after = leavesOf(60).filter(({ leafKey }) => before.has(leafKey));
    expect(after.length).toBeGreaterThan(2);
    for (const { leafKey, rows } of after)
      expect(rows.slice(-(before.get(leafKey)?.length ?? 0)).map(({ rowKey }) => rowKey)).toEqual(
        before.get(leafKey)?.map(({ rowKey }) => rowKey),
      );
  });

  it('keep their identity while nothing in them changed', () => {
    const [first, again] = [rowsOf(opened(many))[3], rowsOf(opened(many))[3]] as [Row, Row];
    expect(first).not.toBe(again);
    expect(isSameRow(first, again)).toBe(true);
    const changed = many.map((one, at) => (at === 3 ? { ...one, state: 'held' as const } : one));
    expect(isSameRow(first, rowsOf(opened(changed))[3])).toBe(false);
  });

  it('are estimated higher for more lines and for pictures', () => {
    const heightOf = (more: Partial<ChatMessage>) =>
      rowHeight(rowsOf(opened([said(1, 2, '2026-11-20T02:00:00Z', more)]))[0] as Row);
    const one = heightOf({});
    expect(heightOf({ pieces: [{ text: '一\n二\n三' }] })).toBe(one + 52);
    expect(
      heightOf({ pieces: [], picture: { url: '/files/a', width: 280, height: 200, thumbhash: '' } }),
    ).toBeGreaterThan(200);
    expect(heightOf({ state: 'removed', pieces: [] })).toBeLessThan(one);
  });
});

const sender = { id: 2, nickname: '沈砚', avatar: '', badge: null };
const message = {
  sender,
  state: 'shown',
  pieces: [{ text: '@禾生', memberId: 3 }, { text: ' 茶我备。' }],
  picture: null,
  quote: null,
  createdAt: '2026-11-20T02:15:00Z',
} as unknown as ChatMessage;

describe('a chat message in words', () => {
  it('says who, when and what', () => {
    expect(spoken(message)).toBe('沈砚 10:15：@禾生 茶我备。');
    const picture = { url: '/files/a', width: 1, height: 1, thumbhash: '' };
    expect(spoken({ ...message, pieces: [], picture })).toBe('沈砚 10:15：[图片]');
    const quote = {
      id: 1,
      senderId: 4,
      sender: '许青禾',
      text: '早',
      isPicture: false,
      isGone: false,
      isBlocked: false,
    };
    expect(spoken({ ...message, quote, state: 'held' })).toBe('沈砚 10:15（审核中）：回复许青禾，@禾生 茶我备。');
  });

  it('names who withdrew a message', () => {
    expect(goneWords({ state: 'withdrawn', sender }, false)).toBe('沈砚 撤回了一条消息');
    expect(goneWords({ state: 'withdrawn', sender }, true)).toBe('你撤回了一条消息');
    expect(goneWords({ state: 'removed', sender }, false)).toBe('沈砚 的一条消息已被移除');
    expect(goneWords({ state: 'removed', sender }, true)).toBe('你的一条消息已被移除');
  });
});

describe('the line above a day', () => {
  it('names day and weekday, and the year when it is another', () => {
    expect(dayLine('2026-11-20', '2026-11-21')).toBe('十一月二十日　星期五');
    expect(dayLine('2026-01-01', '2026-11-21')).toBe('一月一日　星期四');
    expect(dayLine('2025-12-31', '2026-11-21')).toBe('二〇二五年十二月三十一日　星期三');
  });
});

describe('emoji alone', () => {
  it.each([
    ['😀', 1],
    ['👍🏽 ❤️', 2],
    ['👨‍👩‍👧‍👦', 1],
    ['🇨🇳', 1],
    ['1️⃣', 1],
    ['😀'.repeat(6), 6],
    ['😀'.repeat(7), 0],
    ['好😀', 0],
    ['12', 0],
    ['#*', 0],
    ['', 0],
    [' ', 0],
    [`😀${'\u0301'.repeat(200)}`, 0],
  ])('%j counts %i', (text, count) => expect(emojiCount(text)).toBe(count));
});

describe('the room of a picture', () => {
  it('keeps its shape within the largest size, and has a minimum width', () => {
    expect(pictureSize({ width: 1600, height: 1000 })).toEqual({ width: 280, height: 175 });
    expect(pictureSize({ width: 100, height: 100 })).toEqual({ width: 100, height: 100 });
    expect(pictureSize({ width: 1000, height: 4000 })).toEqual({ width: 88, height: 320 });
    expect(pictureSize({ width: 8, height: 8 })).toEqual({ width: 88, height: 88 });
    expect(pictureSize({ width: 0, height: 0 })).toEqual({ width: 200, height: 150 });
  });
});

describe('a withdrawn text', () => {
  it('is offered to its sender only, for five minutes', () => {
    keepText(1, 9, '再想想', 1000);
    expect(savedText(1, 9, 1000 + 5 * 60_000)).toBe('再想想');
    expect(savedText(2, 9, 1000)).toBeUndefined();
    expect(savedText(1, 9, 1001 + 5 * 60_000)).toBeUndefined();
    forgetText(1, 9);
    expect(savedText(1, 9, 1000)).toBeUndefined();
  });
});
