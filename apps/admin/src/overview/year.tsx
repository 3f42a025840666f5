import type { Overview } from '@mojian/contract/admin/overview';
import { lastDays } from './days.ts';

const cell = 14;
const weeks = 53;

/** The year in squares, a column a week, the more was written the blacker; today is the seal. */
export function Year({ calendar, today }: Pick<Overview, 'calendar' | 'today'>) {
  const counts = new Map(calendar.days.map(({ day, count }) => [day, count]));
  const days = lastDays(today, weeks * 7);
  const { articles, says, streak } = calendar;
  const words = `文章 ${articles}，说说 ${says}，最长连续 ${streak} 天`;
  return (
    <section className="card s12">
      <header>
        <h2>写作的一年</h2>
        <span>{words}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="year in" aria-label="写作日历，可以左右滚动" tabIndex={0}>
        <svg viewBox={`0 0 ${weeks * cell - 3} ${7 * cell - 3}`} role="img" aria-label={words}>
          {days.map((day, index) => {
            const count = counts.get(day) ?? 0;
            return (
              <rect
                key={day}
                className={day === today ? 'today' : `ink-${Math.min(4, count)}`}
                x={Math.floor(index / 7) * cell}
                y={(index % 7) * cell}
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
