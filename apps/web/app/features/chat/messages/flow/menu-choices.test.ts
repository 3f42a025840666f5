import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import type { Me } from '@mojian/contract/core/sessions';
import { describe, expect, it } from 'vitest';
import { besidePoint, stepIn } from './chat-menu.tsx';
import { choicesFor } from './menu-choices.tsx';

const saidAt = Date.parse('2026-11-20T02:00:00Z');
const me = { id: 1, role: 'member' } as Me;
const group = { kind: 'group', closed: '', blocked: false } as Room;
const between = { kind: 'private', closed: '', blocked: false } as Room;

function message(senderId: number, more: Partial<ChatMessage> = {}) {
  const at = { createdAt: new Date(saidAt).toISOString() };
  return { id: 1, sender: { id: senderId }, state: 'shown', pieces: [{ text: '好' }], ...at, ...more } as ChatMessage;
}

function choose(senderId: number, more: Partial<Parameters<typeof choicesFor>[0]> = {}) {
  const options = { message: message(senderId), room: group, me, isBlocked: false, isOnLink: false, now: saidAt };
  return choicesFor({ ...options, ...more });
}

describe('what may be done with a chat message', () => {
  it("another member's message in the group", () => {
    expect(choose(2)).toEqual(['copy', 'quote', 'call', 'talk', 'report', 'block', 'hide']);
  });

  it("another member's message in a private room", () => {
    expect(choose(2, { room: between })).toEqual(['copy', 'quote', 'report', 'block', 'hide']);
  });

  it("an own message can be withdrawn within two minutes by the server's clock", () => {
    expect(choose(1)).toEqual(['copy', 'quote', 'withdraw', 'hide']);
    expect(choose(1, { now: saidAt + 119_999 })).toContain('withdraw');
    expect(choose(1, { now: saidAt + 120_000 })).not.toContain('withdraw');
  });

  it('of moderators, in the group only', () => {
    for (const role of ['owner', 'admin', 'moderator'] as const) {
      const anchor = { ...me, role };
      expect(choose(2, { me: anchor })).toContain('remove');
      expect(choose(2, { me: anchor, message: message(2, { state: 'held' }) })).toContain('release');
      expect(choose(2, { me: anchor, room: between })).not.toContain('remove');
    }
    for (const role of ['member', 'editor', 'demo'] as const) {
      const other = { ...me, role };
      expect(choose(2, { me: other })).not.toContain('remove');
      expect(choose(2, { me: other, message: message(2, { state: 'held' }) })).not.toContain('release');
    }
  });

  it('a withdrawn message can only be deleted', () => {
    expect(choose(2, { message: message(2, { state: 'withdrawn', pieces: [] }) })).toEqual(['hide']);
    expect(choose(1, { message: message(1, { state: 'removed', pieces: [] }) })).toEqual(['hide']);
  });

  it('a closed room offers neither quoting nor mentioning', () => {
    expect(choose(2, { room: { ...group, closed: '全体禁言中' } })).toEqual([
      'copy',
      'talk',
      'report',
      'block',
      'hide',
    ]);
  });

  it('a blocked sender cannot be blocked again', () => {
    expect(choose(2, { isBlocked: true, room: between })).toEqual(['copy', 'quote', 'report', 'unblock', 'hide']);
  });

  it('without words, on a link, and by a visitor', () => {
    expect(choose(2, { message: message(2, { pieces: [] }) })).not.toContain('copy');
    expect(choose(2, { isOnLink: true }).slice(0, 2)).toEqual(['copy', 'link']);
    expect(choose(2, { me: null })).toEqual(['copy']);
  });
});

describe('the menu', () => {
  const menu = { width: 160, height: 300 };
  const view = { width: 1000, height: 800 };

  it('opens at the point, above it near the foot, and never sticks out', () => {
    expect(besidePoint({ x: 100, y: 100 }, menu, view)).toEqual({ left: 100, top: 100 });
    expect(besidePoint({ x: 100, y: 700 }, menu, view)).toEqual({ left: 100, top: 400 });
    expect(besidePoint({ x: 990, y: 100 }, menu, view)).toEqual({ left: 832, top: 100 });
    expect(besidePoint({ x: 100, y: 100 }, menu, { width: 1000, height: 320 })).toEqual({ left: 100, top: 12 });
  });

  it('is walked by keys', () => {
    expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'a'].map((key) => stepIn(4, 0, key))).toEqual([
      1,
      3,
      0,
      3,
      undefined,
    ]);
    expect(stepIn(4, 3, 'ArrowDown')).toBe(0);
  });
});
