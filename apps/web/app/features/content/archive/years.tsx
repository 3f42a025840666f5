import type { Archive } from '@mojian/contract/content/articles';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { monthAndDay } from '../../../ui/moment.tsx';
import { useLate } from '../../../ui/use-late.ts';
import { counted, numeral, yearNumeral } from './numerals.ts';
import './years.css';

type Year = Archive['years'][number];
type Month = Year['months'][number];

/** Opened years by history entry, so that going back restores the page's length. */
const openedYears = new Map<string, Map<number, Month[]>>();

/** Years, newest first. A folded year's link loads its months; open years stay open. */
export function Years({ years }: { years: Year[] }) {
  const { key } = useLocation();
  const [opened] = useState(() => openedYears.get(key) ?? new Map<number, Month[]>());
  for (const { year, months } of years) if (months.length > 0) opened.set(year, months);
  useEffect(() => void openedYears.set(key, opened), [key, opened]);

  const coming = useLate(useNavigation().location?.search);
  return years.map(({ year, count }) => (
    <YearSection key={year} year={year} count={count} months={opened.get(year)} coming={coming === `?year=${year}`} />
  ));
}

type SectionProps = { year: number; count: number; months: Month[] | undefined; coming: boolean };

/** Uses the same elements folded and open, so that the focus stays on the link. */
function YearSection({ year, count, months, coming }: SectionProps) {
  const numerals = yearNumeral(year);
  return (
    <section className={months ? 'year' : 'year year-fold'} aria-busy={coming && !months}>
      <h2>
        <Link to={`/archive?year=${year}`} preventScrollReset>
          <span>
            {numerals.slice(0, -1)}
            <i>{numerals.slice(-1)}</i>
          </span>
          <small>{counted(count)}篇</small>
          {!months && <Icon name="down" />}
        </Link>
      </h2>
      {months && (
        <div>
          {months.map((month) => (
            <MonthRows key={month.month} month={month} />
          ))}
        </div>
      )}
      {coming && !months && <Waiting rows={Math.min(count, 6)} />}
    </section>
  );
}

function MonthRows({ month: { month, articles } }: { month: Month }) {
  return (
    <details className="year-month" open>
      <summary>
        <h3>{numeral(month)}月</h3>
        <small>{articles.length}</small>
        <Icon name="down" />
      </summary>
      <ol>
        {articles.map(({ id, path, title, publishedAt, category }) => (
          <li key={id}>
            <Link to={path}>
              <time dateTime={publishedAt}>{monthAndDay(publishedAt)}</time>
              <b>{title}</b>
              {category && <span className="label">{category}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className="year-waiting" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={row} className="skeleton" />
      ))}
    </div>
  );
}

/** 七年，二百二十三篇，四十六万字。按日子排好，慢慢翻。 */
export function archiveSentence({ firstYear, total, words }: Archive, today: string): string {
  if (firstYear === null) return '纸已铺好，还没有落笔。';
  const years = Number(today.slice(0, 4)) - firstYear + 1;
  return `${counted(Math.max(1, years))}年，${counted(total)}篇，${counted(rounded(words))}字。按日子排好，慢慢翻。`;
}

/** To ten thousands, below that to hundreds: 463 217 → 460 000, 8 240 → 8 200. */
function rounded(words: number) {
  const unit = words >= 10_000 ? 10_000 : 100;
  return words < unit ? words : Math.floor(words / unit) * unit;
}
