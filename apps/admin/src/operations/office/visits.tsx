import type { Overview } from '@mojian/contract/operations/overview';
import { useSearchParams } from 'react-router';
import { Chart } from './chart.tsx';
import { DayTable } from './day-table.tsx';
import { lastDays } from './days.ts';
import { FirstDay } from './first-day.tsx';
import { Sums } from './sums.tsx';
import './visits.css';

const ranges = [
  { days: 7, title: '7 天' },
  { days: 30, title: '30 天' },
  { days: 365, title: '一年' },
];

const drawn = [
  { name: 'views', title: '浏览' },
  { name: 'visitors', title: '访客' },
  { name: 'reads', title: '阅读' },
] as const;

const listed = [...drawn, { name: 'comments', title: '评论' }, { name: 'members', title: '新成员' }] as const;

type Props = Pick<Overview, 'series' | 'today' | 'spans' | 'countedSince' | 'totals'>;

/** Views, visitors and reads of a week, a month or a year. Which stands in the address. */
export function Visits({ series, today, spans, countedSince, totals }: Props) {
  const [address, setAddress] = useSearchParams();
  const days = ranges.find((range) => String(range.days) === address.get('days'))?.days ?? 30;
  const names = lastDays(today, days);
  return (
    <section className="card visits s8">
      <header>
        <h2>浏览</h2>
        {countedSince !== '' && (
          <Choice days={days} onChoose={(chosen) => setAddress({ days: chosen }, { replace: true })} />
        )}
      </header>
      <div className="in">
        {countedSince === '' ? (
          <FirstDay articles={totals.articles} />
        ) : (
          <>
            <Chart
              key={days}
              label={`近 ${days} 天的浏览、访客与阅读`}
              days={names}
              lines={drawn.map((line) => ({ ...line, values: series[line.name].slice(-days) }))}
            />
            <Sums {...{ spans, today, countedSince, days }} />
            <DayTable
              days={names}
              columns={listed.map(({ name, title }) => ({ title, values: series[name].slice(-days) }))}
            />
          </>
        )}
      </div>
    </section>
  );
}

function Choice({ days, onChoose }: { days: number; onChoose: (days: string) => void }) {
  return (
    <>
      <span className="legend">
        {drawn.map(({ name, title }) => (
          <span key={name}>
            <i className={name} />
            {title}
          </span>
        ))}
      </span>
      <fieldset className="switch" aria-label="时间范围">
        {ranges.map((range) => (
          <button
            key={range.days}
            type="button"
            aria-pressed={range.days === days}
            onClick={() => onChoose(String(range.days))}
          >
            {range.title}
          </button>
        ))}
      </fieldset>
    </>
  );
}
