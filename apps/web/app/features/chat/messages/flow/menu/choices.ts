import type { ChatMessage, Room } from '@mojian/contract/chat/messages';
import type { Me } from '@mojian/contract/core/me';
import { withdrawSeconds } from '@mojian/contract/platform/rules';

/** What may be done with a chat message, in the order of the menu. */
export const choices = {
  copy: { words: '复制', icon: 'copy' },
  link: { words: '复制链接', icon: 'link' },
  quote: { words: '引用', icon: 'quote' },
  call: { words: '@ TA', icon: 'at' },
  talk: { words: '私聊', icon: 'chat' },
  release: { words: '通过', icon: 'ok' },
  withdraw: { words: '撤回', icon: 'undo' },
  remove: { words: '移除', icon: 'minus' },
  report: { words: '举报', icon: 'warn' },
  block: { words: '拉黑', icon: 'lock' },
  unblock: { words: '解除拉黑', icon: 'lock' },
  hide: { words: '删除', icon: 'x' },
} as const;

export type Choice = keyof typeof choices;

type Given = {
  message: ChatMessage;
  room: Room;
  /** Null for a visitor, who may only read. */
  me: Me | null;
  isBlocked: boolean;
  /** Whether there is a link under the pointer. */
  onLink: boolean;
  /** Of the server's clock, in milliseconds. */
  now: number;
};

const orderKeepers: Me['role'][] = ['owner', 'admin', 'moderator'];

/** Whether they may let through and remove what is said in the group. */
export function keepsOrder(me: Me | null): boolean {
  return me !== null && orderKeepers.includes(me.role);
}

export function choicesFor(given: Given): Choice[] {
  const { message, room, me } = given;
  if (me === null) return inOrder(forReading(given));
  const own = message.sender.id === me.id;
  const isThere = message.state === 'shown' || message.state === 'held';
  if (!isThere) return ['hide'];
  const may = { ...forReading(given), ...(own ? forOwn(given) : forOthers(given)), ...forStaff(given, own) };
  const inGroup = room.kind === 'group';
  const isOpen = room.closed === '' && !room.blocked && message.state === 'shown';
  const all = { ...may, quote: isOpen, call: isOpen && inGroup && !own, talk: inGroup && !own, hide: true };
  return inOrder(all);
}

function inOrder(may: Partial<Record<Choice, boolean>>) {
  return (Object.keys(choices) as Choice[]).filter((choice) => may[choice]);
}

function forReading({ message, onLink }: Given) {
  return { copy: message.pieces.some(({ text }) => text !== ''), link: onLink };
}

function forOwn({ message, now }: Given) {
  return { withdraw: now - Date.parse(message.createdAt) < withdrawSeconds * 1000 };
}

function forOthers({ message, isBlocked }: Given) {
  return { report: message.state === 'shown', block: !isBlocked, unblock: isBlocked };
}

function forStaff({ message, room, me }: Given, own: boolean) {
  const mayKeepOrder = room.kind === 'group' && keepsOrder(me);
  return { remove: mayKeepOrder && !own, release: mayKeepOrder && message.state === 'held' };
}
