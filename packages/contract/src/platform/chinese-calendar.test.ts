import { expect, test } from 'vitest';
import { lunarDate, lunarDay, lunarYear, solarTerm } from './chinese-calendar.ts';

test('a term begins on its own day', () => {
  expect(solarTerm('2026-11-21')).toBe('丙午年 立冬');
  expect(solarTerm('2026-11-22')).toBe('丙午年 小雪');
  expect(solarTerm('2024-06-20')).toBe('甲辰年 芒种');
  expect(solarTerm('2024-06-21')).toBe('甲辰年 夏至');
  expect(solarTerm('2025-03-20')).toBe('乙巳年 春分');
});

test('the year turns at 立春', () => {
  expect(solarTerm('2026-02-03')).toBe('乙巳年 大寒');
  expect(solarTerm('2026-02-04')).toBe('丙午年 立春');
  expect(solarTerm('2026-01-05')).toBe('乙巳年 小寒');
  expect(solarTerm('2025-12-31')).toBe('乙巳年 冬至');
});

const asIntl = new Intl.DateTimeFormat('zh-u-ca-chinese', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

/** Whether Intl has the same year, month and day. */
function isAsIntl(day: string) {
  const pairs = asIntl.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]);
  const { yearName, month, day: date } = Object.fromEntries(pairs) as Record<string, string>;
  const name = `${yearName}年${month?.replace('十一', '冬')}`;
  return (lunarYear(day) + lunarDate(day)).startsWith(name) && Number(date) === lunarDay(day)?.day;
}

test('months begin on the days they do in Intl, but at four new moons within five minutes of midnight', () => {
  const begins: string[] = [];
  for (let day = '2024-02-10', at = lunarDay(day); at; at = lunarDay(day)) {
    begins.push(day);
    day = new Date(Date.parse(day) + at.length * 86_400_000).toISOString().slice(0, 10);
  }
  expect(begins).toHaveLength(940);
  expect(begins.filter((day) => !isAsIntl(day))).toEqual(['2027-02-06', '2030-02-03', '2070-03-12', '2097-08-08']);
});

test('the calendar begins in 2024 and ends in 2099', () => {
  expect(lunarDay('2024-02-09')).toBeUndefined();
  expect(lunarDay('2024-02-10')).toEqual({ year: 2024, month: 1, isLeap: false, day: 1, length: 29 });
  expect(lunarDay('2033-12-22')).toMatchObject({ year: 2033, month: 11, isLeap: true, day: 1 });
  expect(lunarDay('2100-02-08')).toMatchObject({ year: 2099, month: 12, isLeap: false });
  expect(lunarYear('2100-02-09') + lunarDate('2100-02-09')).toBe('');
});
