import { exactTime } from '../../../../ui/times.ts';

const day = 86_400_000;
const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** When somebody spoke last, as short as it can be: 10:24, 昨天, 周二 within a week, 11-12, and 2025-11-12 of other years. */
export function roomTime(at: string, now: number): string {
  const [date = '', time = ''] = exactTime(at).split(' ');
  const [today = ''] = exactTime(new Date(now).toISOString()).split(' ');
  const days = Math.round((Date.parse(today) - Date.parse(date)) / day);
  if (days <= 0) return time;
  if (days === 1) return '昨天';
  if (days < 7) return weekdays[new Date(date).getUTCDay()] ?? date;
  return date.slice(0, 4) === today.slice(0, 4) ? date.slice(5) : date;
}
