import { expect, test } from 'vitest';
import { beijingWords, localOf, momentOf, whyNotAt } from './schedule-field.tsx';

test('a moment goes into the field and comes out again, to the minute', () => {
  const time = new Date('2026-11-22T00:05:42Z');
  expect(momentOf(localOf(time))).toEqual(new Date('2026-11-22T00:05:00Z'));
  expect(momentOf('')).toBeUndefined();
  expect(momentOf('2026-13-40T99:99')).toBeUndefined();
});

test('what has passed cannot be chosen, and nothing chosen is no mistake', () => {
  const now = Date.parse('2026-11-21T08:00:00Z');
  expect(whyNotAt(localOf(new Date(now)), now)).toContain('已经过去');
  expect(whyNotAt(localOf(new Date(now - 60_000)), now)).toContain('已经过去');
  expect(whyNotAt(localOf(new Date(now + 60_000)), now)).toBeUndefined();
  expect(whyNotAt('2026-11-', now)).toContain('完整');
  expect(whyNotAt('', now)).toBeUndefined();
});

test('Beijing time is told wherever one is', () => {
  expect(beijingWords(new Date('2026-11-21T16:30:00Z'))).toBe('2026年11月22日周日 00:30');
});
