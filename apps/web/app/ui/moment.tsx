import { useContext, useEffect, useState } from 'react';
import { RenderedAt } from './rendered-at.ts';

/** A relative time, with the exact one in the tooltip and for machines. */
export function Moment({ at }: { at: string }) {
  const renderedAt = useContext(RenderedAt);
  const [now, setNow] = useState(renderedAt);
  useEffect(() => setNow(Date.now()), []);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(Date.parse(at), now)}
    </time>
  );
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** China time (UTC+8, no summer time) wherever the site runs and is read. */
const chinaOffset = 8 * hour;

/** 刚刚, N秒前, N分钟前, N小时前, 昨天, N天前, N个月前, N年前. */
export function relativeTime(at: number, now: number): string {
  const passed = now - at;
  if (passed < 10 * second) return '刚刚';
  if (passed < minute) return `${Math.floor(passed / second)}秒前`;
  if (passed < hour) return `${Math.floor(passed / minute)}分钟前`;

  const days = chinaDayNumber(now) - chinaDayNumber(at);
  if (days === 0) return `${Math.floor(passed / hour)}小时前`;
  if (days === 1) return '昨天';
  if (days < 30) return `${days}天前`;
  if (days < 365) return `${Math.floor(days / 30)}个月前`;
  return `${Math.floor(days / 365)}年前`;
}

/** 2026-11-21 15:04 in China time. */
export function exactTime(at: string): string {
  return chinaIso(at).slice(0, 16).replace('T', ' ');
}

/** 2026年11月21日 in China time. */
export function longDate(at: string): string {
  const [year, month, date] = chinaIso(at).slice(0, 10).split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Day in China time, `YYYY-MM-DD`. */
export function dayInChina(at: string): string {
  return chinaIso(at).slice(0, 10);
}

/** 11-21 in China time. */
export function monthAndDay(at: string): string {
  return chinaIso(at).slice(5, 10);
}

function chinaIso(at: string) {
  return new Date(Date.parse(at) + chinaOffset).toISOString();
}

function chinaDayNumber(at: number) {
  return Math.floor((at + chinaOffset) / day);
}
