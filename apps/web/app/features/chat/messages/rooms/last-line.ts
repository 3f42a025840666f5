import type { Room } from '@mojian/contract/chat/messages';

/** The newest message of a room in one line, with who said it where that is not plain from the room. */
export function lastLine({ kind, last }: Pick<Room, 'kind' | 'last'>): string {
  if (!last) return kind === 'group' ? '还没有人开口' : '还没有说过话';
  if (isTold(last.text)) return last.text;
  if (last.own) return `你：${last.text}`;
  return kind === 'group' && last.sender ? `${last.sender}：${last.text}` : last.text;
}

/** What is told of a message that is gone says itself whose it was. */
const isTold = (text: string) => /(撤回了一条消息|消息已被移除)$/.test(text);
