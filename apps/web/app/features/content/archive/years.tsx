import type { Archive } from '@mojian/contract/content/articles';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Link } from '../../../ui/link.tsx';
import { useLate } from '../../../ui/loading.ts';
import { monthAndDay } from '../../../ui/moment.tsx';
import { counted, numeral, yearNumeral } from './numerals.ts';
import { archiveAddress, type Month, openMonths, pagesBeside, type Year } from './opened.ts';
import './years.css';

/** Opened months by history entry, so that going back restores the page's length. */
const openedBefore = new Map<string, Map<number, Month[]>>();

/** Years, newest first. The link of a folded year or month loads it; what is open stays open. */
export function Years({ years }: { years: Year[] }) {
  const { key } = useLocation();
  const [opened] = useState(() => openedBefore.get(key) ?? new Map<number, Month[]>());
  const joined = useRef<Year[]>(undefined);
  if (joined.current !== years) openMonths(opened, years);
  joined.current = years;
  useEffect(() => void openedBefore.set(key, opened), [key, opened]);

  const location = useLate(useNavigation().location);
  const coming = location && `${location.pathname}${location.search}`;
  return years.map(({ year, count }) => (
    <YearSection key={year} year={year} count={count} months={opened.get(year)} coming={coming} />
  ));
}

type SectionProps = { year: number; count: number; months: Month[] | undefined; coming: string | undefined };

/** Uses the same elements folded and open, so that the focus stays on the link. */
function YearSection({ year, count, months, coming }: SectionProps) {
  const numerals = yearNumeral(year);
  const isComing = coming === archiveAddress({ year }) && !months;
  return (
    <section className={months ? 'year' : 'year year-fold'} aria-busy={isComing}>
      <h2>
        <Link to={archiveAddress({ year })} preventScrollReset>
          <span>
            {numerals.slice(0, -1)}
            <i>{numerals.slice(-1)}</i>
          </span>
          <small className="dim">{counted(count)}篇</small>
          {!months && <Icon name="down" />}
        </Link>
      </h2>
      {months && (
        <div>
          {months.map((month) =>
            month.articles.length > 0 ? (
              <MonthRows key={month.month} year={year} month={month} />
            ) : (
              <FoldedMonth key={month.month} year={year} month={month} coming={coming} />
            ),
          )}
        </div>
      )}
      {isComing && <Waiting rows={Math.min(count, 6)} />}
    </section>
  );
}

type MonthProps = { year: number; month: Month };

/** Address whose link was pressed: the focus goes to what takes the link's place. */
let pressed = '';

function FoldedMonth({ year, month: { month, count }, coming }: MonthProps & { coming: string | undefined }) {
  const address = archiveAddress({ year, month });
  return (
    <section className="year-month year-month-fold" aria-busy={coming === address}>
      <Link
        to={address}
        preventScrollReset
        onClick={() => {
          pressed = address;
        }}
      >
        <MonthName month={month} count={count} />
      </Link>
      {coming === address && <Waiting rows={Math.min(count, 6)} />}
    </section>
  );
}

function MonthName({ month, count }: { month: number; count: number }) {
  return (
    <>
      <h3>{numeral(month)}月</h3>
      <small className="dim">{count}</small>
      <Icon name="down" />
    </>
  );
}

function MonthRows({ year, month }: MonthProps) {
  const { articles, count } = month;
  const { newer, older, left } = pagesBeside(month);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pressed === archiveAddress({ year, month: month.month })) summary.current?.focus({ preventScroll: true });
    pressed = '';
  }, [year, month.month]);
  const pageLink = (page: number, words: string) => (
    <p className="year-month-page">
      <Link to={archiveAddress({ year, month: month.month, page })} preventScrollReset>
        {words}
      </Link>
    </p>
  );
  return (
    <details className="year-month" open>
      <summary ref={summary}>
        <MonthName month={month.month} count={count} />
      </summary>
      {newer && pageLink(newer, `这个月更晚的 ${month.from} 篇`)}
      <ol>
        {articles.map(({ id, path, title, publishedAt, category }) => (
          <li key={id}>
            <Link to={path}>
              <time className="dim" dateTime={publishedAt}>
                {monthAndDay(publishedAt)}
              </time>
              <b>{title}</b>
              {category && <span className="label">{category}</span>}
            </Link>
          </li>
        ))}
      </ol>
      {older && pageLink(older, `这个月更早的 ${left} 篇`)}
    </details>
  );
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className="year-waiting stack gap-4" aria-hidden="true">
      {[...Array(rows).keys()].map((row) => (
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
