import type { Overview } from '@mojian/contract/admin/overview';
import { useSearchParams } from 'react-router';
import { Chart } from './chart.tsx';
import { lastDays } from './days.ts';
import { sum } from './figures.tsx';
import { withCommas } from './words.ts';

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

const summed = [...drawn, { name: 'comments', title: '评论' }, { name: 'members', title: '新成员' }] as const;

/** Views, visitors and reads of a week, a month or a year. Which stands in the address. */
export function Visits({ series, today }: Pick<Overview, 'series' | 'today'>) {
  const [address, setAddress] = useSearchParams();
  const days = ranges.find((range) => String(range.days) === address.get('days'))?.days ?? 30;
  return (
    <section className="card s8">
      <header>
        <h2>浏览</h2>
        <span className="legend">
          {drawn.map(({ name, title }) => (
            <span key={name}>
              <i className={name} />
              {title}
            </span>
          ))}
        </span>
        <fieldset className="switch" aria-label="看多久">
          {ranges.map((range) => (
            <button
              key={range.days}
              type="button"
              aria-pressed={range.days === days}
              onClick={() => setAddress({ days: String(range.days) }, { replace: true })}
            >
              {range.title}
            </button>
          ))}
        </fieldset>
      </header>
      <div className="in">
        <Chart
          key={days}
          label={`近 ${days} 天的浏览、访客与阅读`}
          days={lastDays(today, days)}
          lines={drawn.map((line) => ({ ...line, values: series[line.name].slice(-days) }))}
        />
        <p className="sums">
          {summed.map(({ name, title }) => (
            <span key={name}>
              {title} <b>{withCommas(sum(series[name].slice(-days)))}</b>
            </span>
          ))}
        </p>
      </div>
    </section>
  );
}
