import { expect, test } from 'vitest';
import { dayTime, exactTime, shortTime } from './day-time.ts';

test('times are those of China wherever one sits, and the year is said when it is another', () => {
  const year = new Date().getUTCFullYear();
  expect(shortTime(`${year}-06-30T16:30:08Z`)).toBe('07-01 00:30');
  expect(exactTime(`${year}-06-30T16:30:08Z`)).toBe('07-01 00:30:08');
  expect(shortTime('2020-12-31T16:30:00Z')).toBe('2021-01-01 00:30');
  expect(dayTime('2020-12-31T16:30:00Z')).toBe('2021年1月1日 00:30');
});
