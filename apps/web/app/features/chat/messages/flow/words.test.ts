import type { ChatMessage } from '@mojian/contract/chat/messages';
import { describe, expect, it } from 'vitest';
import { dayLine } from './day-line.ts';
import { emojiCount } from './emoji-only.ts';
import { pictureSize } from './picture-size.ts';
import { forgetText, keepText, keptText } from './withdrawn-texts.ts';
import { goneWords, spoken } from './words-of.ts';

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

  it('says of what is gone who withdrew it', () => {
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
  it('keeps its shape within the largest, and is never a thread', () => {
    expect(pictureSize({ width: 1600, height: 1000 })).toEqual({ width: 280, height: 175 });
    expect(pictureSize({ width: 100, height: 100 })).toEqual({ width: 100, height: 100 });
    expect(pictureSize({ width: 1000, height: 4000 })).toEqual({ width: 88, height: 320 });
    expect(pictureSize({ width: 8, height: 8 })).toEqual({ width: 88, height: 88 });
    expect(pictureSize({ width: 0, height: 0 })).toEqual({ width: 200, height: 150 });
  });
});

describe('a withdrawn text', () => {
  it('is offered to its writer for five minutes, and to nobody else', () => {
    keepText(1, 9, '再想想', 1000);
    expect(keptText(1, 9, 1000 + 5 * 60_000)).toBe('再想想');
    expect(keptText(2, 9, 1000)).toBeUndefined();
    expect(keptText(1, 9, 1001 + 5 * 60_000)).toBeUndefined();
    forgetText(1, 9);
    expect(keptText(1, 9, 1000)).toBeUndefined();
  });
});
