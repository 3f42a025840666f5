import type { Room } from '@mojian/contract/chat/messages';
import { dayLength } from '@mojian/contract/platform/time';
import { exactTime } from '../../../../ui/moment.tsx';

/** The newest message in one line, with its sender where the room does not imply one. */
export function lastMessageLine({ kind, last }: Pick<Room, 'kind' | 'last'>): string {
  if (!last) return kind === 'group' ? '还没有人开口' : '还没有说过话';
  if (isTombstone(last.text)) return last.text;
  if (last.own) return `你：${last.text}`;
  return kind === 'group' && last.sender ? `${last.sender}：${last.text}` : last.text;
}

/** Matches the line of a withdrawn or removed message, which names its sender itself. */
const isTombstone = (text: string) => /(撤回了一条消息|消息已被移除)$/.test(text);

/** Address of a room; a private one is addressed by its other member, so that it holds before the room exists. */
export function roomAddress({ id, peer }: Pick<Room, 'id' | 'peer'>, messageId?: number): string {
  const message = messageId === undefined ? '' : `&message=${messageId}`;
  return `/im?${peer ? `userId=${peer.id}` : `room=${id}`}${message}`;
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** Time of the last message, shortened: 10:24, 昨天, 周二 within a week, 11-12, 2025-11-12 for other years. */
export function roomTime(at: string, now: number): string {
  const [date = '', time = ''] = exactTime(at).split(' ');
  const [today = ''] = exactTime(new Date(now).toISOString()).split(' ');
  const days = Math.round((Date.parse(today) - Date.parse(date)) / dayLength);
  if (days <= 0) return time;
  if (days === 1) return '昨天';
  if (days < 7) return weekdays[new Date(date).getUTCDay()] ?? date;
  return date.slice(0, 4) === today.slice(0, 4) ? date.slice(5) : date;
}
