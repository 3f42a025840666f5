import { expect, test } from 'vitest';
import { weeksOf } from './archive-rail.tsx';

test('weeks begin on Mondays, the present one is the last of forty-eight', () => {
  const days = [
    { day: '2026-11-23', count: 1 }, // Monday
    { day: '2026-11-28', count: 2 },
    { day: '2026-11-22', count: 4 }, // Sunday before
    { day: '2025-12-29', count: 8 }, // the first of them
    { day: '2025-12-28', count: 16 },
  ];
  const weeks = weeksOf(days, '2026-11-28');
  expect(weeks).toHaveLength(48);
  expect([weeks.at(-1), weeks.at(-2), weeks[0]]).toEqual([3, 4, 8]);
  expect(weeks.reduce((sum, count) => sum + count, 0)).toBe(15);
});
