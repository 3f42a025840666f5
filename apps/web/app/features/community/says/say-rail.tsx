import type { SayMonthCount } from '@mojian/contract/community/says';
import { yearName } from '@mojian/contract/platform/chinese-calendar';
import { type MouseEvent, useEffect, useState } from 'react';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { monthName } from './say-days.ts';
import { sayAddress } from './says.ts';
import './say-rail.css';

type Props = {
  /** Newest first. */
  months: SayMonthCount[];
  /** Months whose head stands on the served page. */
  served: string[];
};

export const monthId = (month: string) => `m-${month}`;

/** Months with says: those of the year being read, each as long as it is full, then the other years. */
export function SayRail({ months, served }: Props) {
  const [first = months[0]?.month] = served;
  const current = useCurrentMonth(first);
  if (months.length === 0 || current === undefined) return null;
  const year = current.slice(0, 4);
  const ofYear = months.filter(({ month }) => month.startsWith(year));
  const fullest = Math.max(...months.map(({ says }) => says));
  return (
    <nav className="say-rail" aria-label="按年月">
      <b>{Number(year)}</b>
      <i>{yearName(Number(year))}</i>
      <ol>
        {ofYear.map(({ month, says }) => (
          <li key={month}>
            <MonthLink month={month} isServed={served.includes(month)} isCurrent={month === current}>
              {monthName(month)}
              <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
                <path d={`M0 1H${Math.max(4, Math.round((says / fullest) * 100))}`} vectorEffect="non-scaling-stroke" />
              </svg>
            </MonthLink>
          </li>
        ))}
      </ol>
      <Years months={months} year={year} />
    </nav>
  );
}

/** The other years with their number of says; each leads to its newest month. */
function Years({ months, year }: { months: SayMonthCount[]; year: string }) {
  const others = Map.groupBy(
    months.filter(({ month }) => !month.startsWith(year)),
    ({ month }) => month.slice(0, 4),
  );
  if (others.size === 0) return null;
  return (
    <ul className="say-rail-years">
      {[...others].map(([other, own]) => (
        <li key={other}>
          <Link className="split" to={addressOf(own[0]?.month ?? '')}>
            {Number(other)}
            <small>{figures(own.reduce((sum, { says }) => sum + says, 0))}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const addressOf = (month: string) => `${sayAddress({ month })}#${monthId(month)}`;

type MonthLinkProps = { month: string; isServed: boolean; isCurrent: boolean; children: React.ReactNode };

/** Leads to the head of a month: on this page if it stands there, which more than the served ones may. */
function MonthLink({ month, isServed, isCurrent, children }: MonthLinkProps) {
  const current = isCurrent ? 'true' : undefined;
  if (isServed)
    return (
      <a href={`#${monthId(month)}`} aria-current={current}>
        {children}
      </a>
    );
  const stay = (event: MouseEvent) => {
    const head = document.getElementById(monthId(month));
    if (!head || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    head.scrollIntoView();
  };
  return (
    <Link to={addressOf(month)} aria-current={current} onClick={stay}>
      {children}
    </Link>
  );
}

/** Whether a month's head is as high as a link to it scrolls it, which is lower on phones. */
function hasPassed(head: HTMLElement) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const { scrollMarginTop } = getComputedStyle(head);
  return (
    head.getBoundingClientRect().top <= Number.parseFloat(scrollPaddingTop) + Number.parseFloat(scrollMarginTop) + 12
  );
}

/** The month being read: the last whose head has left the top. */
function useCurrentMonth(first: string | undefined) {
  const [current, setCurrent] = useState(first);
  useEffect(() => {
    setCurrent(first);
    let frame = 0;
    const follow = () => {
      frame = 0;
      const heads = [...document.querySelectorAll<HTMLElement>('.say-month')];
      const above = heads.filter(hasPassed).at(-1) ?? heads[0];
      setCurrent(above?.dataset.month ?? first);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(follow);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [first]);
  useEffect(() => {
    // the strip of a phone scrolls sideways
    const item = document.querySelector<HTMLElement>('.say-rail ol [aria-current]');
    const strip = item?.closest('ol');
    if (item && strip && strip.scrollWidth > strip.clientWidth)
      strip.scrollLeft = item.offsetLeft - strip.offsetLeft - (strip.clientWidth - item.clientWidth) / 2;
  });
  return current;
}
