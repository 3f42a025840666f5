import type { Archive } from '@mojian/contract/content/articles';
import { dayLength } from '@mojian/contract/platform/time';
import { Bar } from '../../../ui/bar.tsx';
import { Link } from '../../../ui/link.tsx';
import { archiveAddress } from './opened.ts';
import './archive-rail.css';

type Props = { archive: Archive; today: string; year: number | undefined; series: number; categories: number };

/** Beside the years: all of them with bars, the last weeks in ink, and other ways to read. */
export function ArchiveRail({ archive: { years, days }, today, year, series, categories }: Props) {
  const most = Math.max(1, ...years.map(({ count }) => count));
  const opened = year ?? years[0]?.year;
  return (
    <aside className="archive-rail">
      <section>
        <div className="section-head">
          <h2>年份</h2>
        </div>
        <ul className="archive-rail-years">
          {years.map(({ year: one, count }) => (
            <li key={one}>
              <Link
                to={archiveAddress({ year: one })}
                preventScrollReset
                aria-current={one === opened ? 'true' : undefined}
              >
                <span>{one}</span>
                <Bar share={count / most} />
                <small>{count}</small>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <WeeksInInk days={days} today={today} />
      {(series > 0 || categories > 1) && (
        <section>
          <div className="section-head">
            <h2>换个读法</h2>
          </div>
          <p className="archive-rail-ways">
            {series > 0 && <Way to="/series" name="按专栏" count={series} />}
            {categories > 1 && <Way to="/category" name="按分类" count={categories} />}
            <Way to="/tags" name="按标签" />
          </p>
        </section>
      )}
    </aside>
  );
}

function Way({ to, name, count }: { to: string; name: string; count?: number }) {
  return (
    <Link to={to}>
      {name}
      {count && <sup>{count}</sup>}
    </Link>
  );
}

const weeksShown = 48;
const across = 12;
const strongest = 4;
const cell = 25;

/** Articles of each of the last 48 weeks, which begin on Mondays; the present one last. */
export function weeksOf(days: Archive['days'], today: string) {
  // day 0, 1 January 1970, was a Thursday
  const weekOf = (day: string) => Math.floor((Date.parse(day) / dayLength + 3) / 7);
  const present = weekOf(today);
  const weeks = Array.from({ length: weeksShown }, () => 0);
  for (const { day, count } of days) {
    const at = weeksShown - 1 - (present - weekOf(day));
    if (weeks[at] !== undefined) weeks[at] += count;
  }
  return weeks;
}

function WeeksInInk({ days, today }: Pick<Archive, 'days'> & { today: string }) {
  const weeks = weeksOf(days, today);
  const busiest = Math.max(strongest, ...weeks);
  const total = weeks.reduce((sum, count) => sum + count, 0);
  return (
    <section>
      <div className="section-head">
        <h2>这一年的墨</h2>
      </div>
      <svg
        className="archive-rail-weeks heat-map"
        viewBox={`0 0 ${across * cell} ${(weeksShown / across) * cell}`}
        role="img"
        aria-label={`近四十八周写了 ${total} 篇，一格一周，越浓越多`}
      >
        {weeks.map((count, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is its place
            key={at}
            className={
              at === weeksShown - 1 ? 'archive-rail-now' : `heat-map-ink-${Math.ceil((strongest * count) / busiest)}`
            }
            x={(at % across) * cell}
            y={Math.floor(at / across) * cell}
            width={cell - 4}
            height={cell - 4}
            rx={2}
          />
        ))}
      </svg>
      <p className="archive-rail-ends split dim" aria-hidden="true">
        <span>四十八周前</span>
        <span>这一周</span>
      </p>
    </section>
  );
}
