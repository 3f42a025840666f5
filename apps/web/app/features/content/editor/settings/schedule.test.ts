import { expect, test } from 'vitest';
import { formatBeijing, parseLocalTime, scheduleError, toLocalInput } from './schedule.ts';

test('a moment goes into the field and comes out again, to the minute', () => {
  const time = new Date('2026-11-22T00:05:42Z');
  expect(parseLocalTime(toLocalInput(time))).toEqual(new Date('2026-11-22T00:05:00Z'));
  expect(parseLocalTime('')).toBeUndefined();
  expect(parseLocalTime('2026-13-40T99:99')).toBeUndefined();
});

test('a past time is refused, and an empty one is valid', () => {
  const now = Date.parse('2026-11-21T08:00:00Z');
  expect(scheduleError(toLocalInput(new Date(now)), now)).toContain('已经过去');
  expect(scheduleError(toLocalInput(new Date(now - 60_000)), now)).toContain('已经过去');
  expect(scheduleError(toLocalInput(new Date(now + 60_000)), now)).toBeUndefined();
  expect(scheduleError('2026-11-', now)).toContain('完整');
  expect(scheduleError('', now)).toBeUndefined();
});

test('Beijing time is told wherever one is', () => {
  expect(formatBeijing(new Date('2026-11-21T16:30:00Z'))).toBe('2026年11月22日周日 00:30');
});
