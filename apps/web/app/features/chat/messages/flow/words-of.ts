import type { ChatMessage, ChatPiece } from '@mojian/contract/chat/messages';
import { exactTime } from '../../../../ui/times.ts';

/** What was said, as plain text. */
export function plainText(pieces: ChatPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** 10:15, China time. */
export function clock(at: string): string {
  return exactTime(at).slice(11);
}

/** A chat message in one line, for those who hear it: 沈砚 10:15：茶我备。 */
export function spoken(message: ChatMessage): string {
  if (message.state === 'withdrawn' || message.state === 'removed')
    return `${clock(message.createdAt)}，${goneWords(message, false)}`;
  const quoted = message.quote?.sender ? `回复${message.quote.sender}，` : '';
  const held = message.state === 'held' ? '（审核中）' : '';
  return `${message.sender.nickname} ${clock(message.createdAt)}${held}：${quoted}${contentWords(message)}`;
}

/** What is left of one that is gone. */
export function goneWords({ state, sender }: Pick<ChatMessage, 'state' | 'sender'>, own: boolean): string {
  const isRemoved = state === 'removed';
  const who = own ? (isRemoved ? '你的' : '你') : `${sender.nickname} ${isRemoved ? '的' : ''}`;
  return isRemoved ? `${who}一条消息已被移除` : `${who}撤回了一条消息`;
}

function contentWords({ pieces, picture }: ChatMessage) {
  return [plainText(pieces), picture && '[图片]'].filter(Boolean).join(' ');
}
