import type { Archive } from '@mojian/contract/content/articles';

export type HeatCell = { day: string; count: number; column: number; row: number; ink: number };
export type HeatMap = {
  /** The days with articles, and today. */
  cells: HeatCell[];
  /** The first day shown is a Monday, today stands in the last column in this row (0 Monday – 6 Sunday). */
  todayRow: number;
  /** The columns in which a month begins. */
  months: { month: number; column: number }[];
  total: number;
  /** The longest run of days with articles. */
  streak: number;
};

export const weeks = 53;
const strongest = 4;
const dayLength = 86_400_000;

/** Lays the last 53 weeks out, a column a week. Days are China days, `YYYY-MM-DD`; `today` closes the last column. */
export function layHeatMap(days: Archive['days'], today: string): HeatMap {
  const last = numberOf(today);
  const todayRow = weekday(last);
  const first = last - todayRow - (weeks - 1) * 7;

  const counts = new Map(days.map(({ day, count }) => [numberOf(day), count]));
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const written = shown.map((day) => counts.get(day) ?? 0);
  const busiest = Math.max(strongest, ...written);

  const cells = written.flatMap((count, index) => {
    if (count === 0 && index < written.length - 1) return [];
    const ink = Math.ceil((strongest * count) / busiest);
    return { day: nameOf(first + index), count, column: Math.floor(index / 7), row: index % 7, ink };
  });
  const total = written.reduce((sum, count) => sum + count, 0);
  return { cells, todayRow, months: monthColumns(first), total, streak: longestRun(written) };
}

/** A month is named above the week that holds its first day, if there is room for the name. */
function monthColumns(first: number) {
  const columns = Array.from({ length: weeks - 2 }, (_, column) => ({
    column,
    month: monthOf(first + column * 7 + 6),
  }));
  return columns.filter(({ column, month }) => month !== monthOf(first + column * 7 - 1));
}

function longestRun(counts: number[]) {
  let longest = 0;
  let run = 0;
  for (const count of counts) {
    run = count > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const numberOf = (day: string) => Date.parse(day) / dayLength;
const nameOf = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10);
const monthOf = (number: number) => Number(nameOf(number).slice(5, 7));
/** Day 0, 1 January 1970, was a Thursday. */
const weekday = (number: number) => (number + 3) % 7;
