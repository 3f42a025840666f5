import { expect, test } from 'vitest';
import { layHeatMap } from './heat-map.tsx';

// 21 November 2026 is a Saturday
const today = '2026-11-21';

test('the last column holds this week up to today', () => {
  const { cells, todayRow } = layHeatMap([], today);
  expect(todayRow).toBe(5);
  expect(cells).toEqual([{ day: today, count: 0, column: 52, row: 5, ink: 0 }]);
});

test('the first column begins with the Monday 52 weeks before; earlier days are left out', () => {
  const { cells, total } = layHeatMap(
    [
      { day: '2025-11-16', count: 5 },
      { day: '2025-11-17', count: 1 },
      { day: '2025-11-24', count: 1 },
    ],
    today,
  );
  expect(cells.map(({ day, column, row }) => [day, column, row])).toEqual([
    ['2025-11-17', 0, 0],
    ['2025-11-24', 1, 0],
    [today, 52, 5],
  ]);
  expect(total).toBe(2);
});

test('shades grow with the articles of a day, one to four, or relative to the busiest day', () => {
  const inks = (counts: number[]) => {
    const days = counts.map((count, index) => ({ day: `2026-11-${10 + index}`, count }));
    return layHeatMap(days, '2026-11-20').cells.map(({ ink }) => ink);
  };
  expect(inks([1, 2, 3, 4])).toEqual([1, 2, 3, 4, 0]);
  expect(inks([1, 10, 20])).toEqual([1, 2, 4, 0]);
});

test('the longest run of days crosses the ends of weeks and months', () => {
  const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-05'];
  const { streak, total } = layHeatMap(
    days.map((day) => ({ day, count: 2 })),
    today,
  );
  expect(streak).toBe(4);
  expect(total).toBe(10);
});

test('each month of the year is named once, above the week of its first day', () => {
  const { months } = layHeatMap([], today);
  expect(months.map(({ month }) => month)).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(months[0]).toEqual({ month: 12, column: 2 });
});

test('a month that begins on a Monday is named above that week', () => {
  // 1 June 2026 is a Monday
  const { months } = layHeatMap([], today);
  const { cells } = layHeatMap([{ day: '2026-06-01', count: 1 }], today);
  expect(months.find(({ month }) => month === 6)?.column).toBe(cells[0]?.column);
});
