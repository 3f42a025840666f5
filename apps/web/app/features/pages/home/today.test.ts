import { expect, test, vi } from 'vitest';
import { doubleHour, todayOf, yearInChinese } from './today.ts';

const at = (time: string) => todayOf(Date.parse(time));

test('a day is named by term, pentad, old and new calendar', () => {
  expect(at('2026-11-27T12:00:00+08:00')).toEqual({
    term: '小雪',
    dayOfTerm: '小雪第六日',
    saying: '二候　天气上升　地气下降',
    year: '丙午年',
    lunar: '十月十九',
    month: '十一月',
    date: 27,
    weekday: '星期五',
    shortDate: '11月27日',
  });
  expect(at('2026-02-16T12:00:00+08:00')).toMatchObject({ term: '立春', year: '乙巳年', lunar: '腊月廿九' });
  expect(at('2026-02-17T12:00:00+08:00')).toMatchObject({ term: '立春', year: '丙午年', lunar: '正月初一' });
  expect(at('2026-02-04T12:00:00+08:00')).toMatchObject({ dayOfTerm: '立春第一日', saying: '初候　东风解冻' });
});

test('a year begins on its own day, also where Intl is a day off', () => {
  expect(at('2027-02-05T23:59:00+08:00')).toMatchObject({ year: '丙午年', lunar: '腊月廿九' });
  expect(at('2027-02-06T00:00:00+08:00')).toMatchObject({ year: '丁未年', lunar: '正月初一' });
  expect(at('2030-02-02T12:00:00+08:00')).toMatchObject({ year: '己酉年', lunar: '腊月三十' });
  expect(at('2025-08-01T12:00:00+08:00')).toMatchObject({ year: '乙巳年', lunar: '闰六月初八' });
});

test('every day of a year has a saying, and 72 of them follow one another', () => {
  const days = Array.from({ length: 365 }, (_, day) => at(new Date(Date.UTC(2026, 1, 4 + day, 4)).toISOString()));
  expect(new Set(days.map(({ term, saying }) => term + saying)).size).toBe(72);
  expect(days.every(({ saying }) => /^[初二末]候　[\u3400-\u9fff　]{2,}$/.test(saying))).toBe(true);
});

test('the day is made without Intl, whose first calendar takes 20 ms', () => {
  const calendar = vi.spyOn(Intl, 'DateTimeFormat');
  todayOf(Date.now());
  expect(calendar).not.toHaveBeenCalled();
  calendar.mockRestore();
});

test('the day is the one in China', () => {
  expect(at('2026-11-21T16:30:00Z').term).toBe('小雪');
  expect(at('2026-11-21T15:30:00Z').term).toBe('立冬');
});

test('an hour has its double hour, which begins before midnight', () => {
  const hours = ['22:59', '23:00', '00:59', '01:00', '17:42'].map((time) => doubleHour(`2026-11-27T${time}:00+08:00`));
  expect(hours).toEqual(['亥时', '子时', '子时', '丑时', '酉时']);
  expect(yearInChinese(2025)).toBe('二〇二五');
});
