import type { Archive } from '@mojian/contract/content/articles';
import { dayLength } from '@mojian/contract/platform/time';
import { numeral } from './numerals.ts';
import './heat-map.css';

type HeatCell = { day: string; count: number; column: number; row: number; ink: number };
type HeatMap = {
  /** Days with articles, and today. */
  cells: HeatCell[];
  /** Row of today in the last column (0 Monday – 6 Sunday). */
  todayRow: number;
  /** Columns in which a month begins. */
  months: { month: number; column: number }[];
  total: number;
  streak: number;
};

const weeks = 53;
const strongest = 4;

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

/** Labels the week with a month's first day, where there is room. */
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

const cell = 15;
const left = 28;
const top = 24;
const width = left + weeks * cell;
const height = top + 7 * cell;

/** Wording of the counts; the default counts articles. */
const articles = { told: (total: number) => `写了 ${total} 篇文章`, unit: '篇' };
type Props = { days: Archive['days']; today: string; words?: typeof articles };

/** Heat map of the last 53 weeks in five shades, with today in red. */
export function HeatMapPicture({ days, today, words = articles }: Props) {
  const { cells, todayRow, months, total, streak } = layHeatMap(days, today);
  const summary = total > 0 ? `过去一年${words.told(total)}，最长连续 ${streak} 天` : '过去一年还没有动笔';
  return (
    <section className="heat-map" aria-label="过去一年">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard */}
      <div className="heat-map-box" tabIndex={0}>
        <svg
          className="heat-map-drawing"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`写作热力图：${summary}`}
        >
          {months.map(({ month, column }) => (
            <text key={column} x={left + column * cell} y={12}>
              {numeral(month)}月
            </text>
          ))}
          {['一', '三', '五'].map((day, index) => (
            <text key={day} x={6} y={top + index * 2 * cell + 10}>
              {day}
            </text>
          ))}
          <path className="heat-map-ink-0" d={ground(todayRow)} />
          {cells.map((day) => (
            <Square key={day.day} cell={day} today={day.day === today} unit={words.unit} />
          ))}
        </svg>
      </div>
      <div className="heat-map-legend row row-wrap dim">
        <p>{summary}</p>
        <div className="row gap-1 push" aria-hidden="true">
          少
          {[0, 1, 2, 3, 4].map((ink) => (
            <i key={ink} className={`heat-map-ink-${ink}`} />
          ))}
          多
        </div>
      </div>
    </section>
  );
}

type SquareProps = { cell: HeatCell; today: boolean; unit: string };

function Square({ cell: { day, count, column, row, ink }, today, unit }: SquareProps) {
  const [, month, date] = day.split('-').map(Number);
  return (
    <rect className={today ? 'heat-map-today' : `heat-map-ink-${ink}`} x={left + column * cell} y={top + row * cell}>
      <title>{`${month}月${date}日${today ? '（今天）' : ''}：${count} ${unit}`}</title>
    </rect>
  );
}

/** Draws all empty days as one path, to save hundreds of elements. */
function ground(todayRow: number) {
  const days = (weeks - 1) * 7 + todayRow + 1;
  return Array.from(
    { length: days },
    (_, day) => `M${left + 2 + Math.floor(day / 7) * cell} ${top + 2 + (day % 7) * cell}h8v8h-8z`,
  ).join('');
}
