import type { Archive } from '@mojian/contract/content/articles';
import { type HeatCell, layHeatMap, weeks } from './heat-map.ts';
import { numeral } from './numerals.ts';
import './heat-map.css';

const cell = 15;
const left = 28;
const top = 24;
const width = left + weeks * cell;
const height = top + 7 * cell;

/** How the counts are told: articles, unless something else is counted as well. */
const articles = { told: (total: number) => `写了 ${total} 篇文章`, unit: '篇' };
type Props = { days: Archive['days']; today: string; words?: typeof articles };

/** 墨分五色: what was written in the last 53 weeks in five strengths of ink, today stamped in red. */
export function HeatMapPicture({ days, today, words = articles }: Props) {
  const { cells, todayRow, months, total, streak } = layHeatMap(days, today);
  const summary = `过去一年${words.told(total)}，最长连续 ${streak} 天`;
  return (
    <section className="heat-map" aria-label="过去一年">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls on phones, so the keyboard must reach it */}
      <div className="heat-box" tabIndex={0}>
        <svg className="heat" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`写作热力图：${summary}`}>
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
          <path className="ink-0" d={ground(todayRow)} />
          {cells.map((day) => (
            <Square key={day.day} cell={day} today={day.day === today} unit={words.unit} />
          ))}
        </svg>
      </div>
      <div className="legend">
        <p>{summary}</p>
        <div className="inks" aria-hidden="true">
          少
          {[0, 1, 2, 3, 4].map((ink) => (
            <i key={ink} className={`ink-${ink}`} />
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
    <rect className={today ? 'today' : `ink-${ink}`} x={left + column * cell} y={top + row * cell}>
      <title>{`${month}月${date}日${today ? '（今天）' : ''}：${count} ${unit}`}</title>
    </rect>
  );
}

/** All days as one path: hundreds of empty squares would be hundreds of elements. The stroke rounds their corners. */
function ground(todayRow: number) {
  const days = (weeks - 1) * 7 + todayRow + 1;
  return Array.from(
    { length: days },
    (_, day) => `M${left + 2 + Math.floor(day / 7) * cell} ${top + 2 + (day % 7) * cell}h8v8h-8z`,
  ).join('');
}
