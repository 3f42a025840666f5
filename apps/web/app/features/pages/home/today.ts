import { chineseNumber, lunarDate, lunarYear, solarDay } from '@mojian/contract/platform/chinese-calendar';
import { dayInChina } from '../../../ui/moment.tsx';
import { pentadSaying } from './pentads.ts';

/** A China day in the words of the old calendar and of the new. */
export type Today = {
  /** 小雪 */
  term: string;
  /** 小雪第六日 */
  dayOfTerm: string;
  /** 二候　天气上升　地气下降 */
  saying: string;
  /** 丙午年 */
  year: string;
  /** 十月十九 */
  lunar: string;
  /** 十一月 */
  month: string;
  date: number;
  /** 星期五 */
  weekday: string;
  /** 11月27日 */
  shortDate: string;
};

export function todayOf(now: number): Today {
  const day = dayInChina(new Date(now).toISOString());
  const [, month = 1, date = 1] = day.split('-').map(Number);
  const { term, dayOfTerm, pentad } = solarDay(day);
  return {
    term,
    dayOfTerm: `${term}第${chineseNumber(dayOfTerm)}日`,
    saying: pentadSaying(pentad),
    year: lunarYear(day),
    lunar: lunarDate(day),
    month: `${chineseNumber(month)}月`,
    date,
    weekday: `星期${'日一二三四五六'[new Date(`${day}T00:00:00Z`).getUTCDay()]}`,
    shortDate: `${month}月${date}日`,
  };
}

/** Two hours of the day by the old clock: 酉时. */
export function doubleHour(at: string) {
  const hour = (new Date(at).getUTCHours() + 8) % 24;
  return `${'子丑寅卯辰巳午未申酉戌亥'[Math.floor(((hour + 1) % 24) / 2)]}时`;
}

/** 二〇二五 */
export const yearInChinese = (year: number) =>
  Array.from(String(year), (digit) => '〇一二三四五六七八九'[Number(digit)]).join('');
