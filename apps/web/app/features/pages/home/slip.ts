import { exactTime } from '../../../ui/times.ts';
import { solarTerm } from '../../content/archive/solar-term.ts';

const lunar = new Intl.DateTimeFormat('zh-u-ca-chinese', { timeZone: 'Asia/Shanghai', year: 'numeric', month: 'long' });

export type Slip = { term: string; month: string };

/** What the slip on the lead picture says at a moment: 小雪, 丙午年十月. */
export function slipOf(now: number): Slip {
  const day = exactTime(new Date(now).toISOString()).slice(0, 10);
  const parts = Object.fromEntries(lunar.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    term: solarTerm(day).slice(-2),
    month: `${parts.yearName ?? ''}年${parts.month ?? ''}`,
  };
}
