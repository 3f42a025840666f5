import type { Overview } from '@mojian/contract/operations/overview';
import { useOffice } from '../../platform/shell/use-office.ts';
import { lastDays } from './days.ts';
import './year.css';

const cell = 14;
const weeks = 53;
const head = 16;
const months = ['一月', '二月', '三月', '四月', '五月', '六月', '七月', '八月', '九月', '十月', '十一月', '十二月'];

/** The year in squares, a column a week, the more was written the blacker; today is the seal. */
export function Year({ calendar, today }: Pick<Overview, 'calendar' | 'today'>) {
  const { has } = useOffice();
  const counts = new Map(calendar.days.map(({ day, count }) => [day, count]));
  const days = lastDays(today, weeks * 7);
  const { articles, says, streak } = calendar;
  const words = `文章 ${articles}，${has('says') ? `说说 ${says}，` : ''}最长连续 ${streak} 天`;
  return (
    <section className="card s12">
      <header>
        <h2>写作的一年</h2>
        <span>{words}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section ref={toEnd} className="year in" aria-label="写作日历，可以左右滚动" tabIndex={0}>
        <svg viewBox={`0 0 ${weeks * cell - 3} ${head + 7 * cell - 3}`} role="img" aria-label={words}>
          <Months days={days} />
          {days.map((day, index) => {
            const count = counts.get(day) ?? 0;
            return (
              <rect
                key={day}
                className={day === today ? 'today' : `ink-${Math.min(4, count)}`}
                x={Math.floor(index / 7) * cell}
                y={head + (index % 7) * cell}
                width="11"
                height="11"
                rx="2"
              >
                <title>{`${day}：${count === 0 ? '没有写' : `${count} 篇`}`}</title>
              </rect>
            );
          })}
        </svg>
      </section>
    </section>
  );
}

/** A phone shows the newest weeks first. */
function toEnd(box: HTMLElement | null) {
  if (box) box.scrollLeft = box.scrollWidth;
}

/** Each over the week it begins in, unless the next begins too near the edge. */
function Months({ days }: { days: string[] }) {
  const begun = days.flatMap((day, index) => (day.endsWith('-01') && index < (weeks - 2) * 7 ? [{ day, index }] : []));
  return begun.map(({ day, index }) => (
    <text key={day} x={Math.floor(index / 7) * cell} y="9">
      {months[Number(day.slice(5, 7)) - 1]}
    </text>
  ));
}
