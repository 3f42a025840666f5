import type { Figure, Overview } from '@mojian/contract/operations/office';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { saveCsv } from '../../platform/listing/csv.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { Chart } from './chart.tsx';
import { changeText, formatNumber, lastDays } from './overview-format.ts';
import './visits.css';

const ranges = [
  { days: 7, title: '7 天' },
  { days: 30, title: '30 天' },
  { days: 365, title: '一年' },
];

const chartLines = [
  { name: 'views', title: '浏览' },
  { name: 'visitors', title: '访客' },
  { name: 'reads', title: '阅读' },
] as const;

const tableColumns = [
  ...chartLines,
  { name: 'comments', title: '评论' },
  { name: 'members', title: '新成员' },
] as const;

/** The range of the overview, which the address keeps. */
export function daysIn(address: URLSearchParams) {
  return ranges.find((range) => String(range.days) === address.get('days'))?.days ?? 30;
}

type Props = Pick<Overview, 'series' | 'today' | 'spans' | 'countedSince' | 'totals'>;

export function Visits({ series, today, spans, countedSince, totals }: Props) {
  const [address, setAddress] = useSearchParams();
  const days = daysIn(address);
  const names = lastDays(today, days);
  return (
    <section className="card visits panels-8">
      <header>
        <h2>浏览</h2>
        {countedSince !== '' && (
          <RangeSwitch days={days} onChoose={(chosen) => setAddress({ days: chosen }, { replace: true })} />
        )}
      </header>
      <div className="card-body">
        {countedSince === '' ? (
          <NoVisitsYet articles={totals.articles} />
        ) : (
          <>
            <Chart
              key={days}
              label={`近 ${days} 天的浏览、访客与阅读`}
              days={names}
              lines={chartLines.map((line) => ({ ...line, values: series[line.name].slice(-days) }))}
            />
            <SpanTotals spans={spans} today={today} countedSince={countedSince} days={days} />
            <DayTable
              days={names}
              columns={tableColumns.map(({ name, title }) => ({ title, values: series[name].slice(-days) }))}
            />
          </>
        )}
      </div>
    </section>
  );
}

function RangeSwitch({ days, onChoose }: { days: number; onChoose: (days: string) => void }) {
  return (
    <>
      <span className="visits-legend">
        {chartLines.map(({ name, title }) => (
          <span key={name}>
            <i className={`visits-${name}`} />
            {title}
          </span>
        ))}
      </span>
      <fieldset className="visits-range" aria-label="时间范围">
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

const titles: Record<Figure, string> = {
  views: '浏览',
  visitors: '访客',
  reads: '阅读',
  comments: '评论',
  members: '新成员',
};
const visitFigures: Figure[] = ['views', 'visitors', 'reads'];

function SpanTotals({
  spans,
  today,
  countedSince,
  days,
}: Pick<Overview, 'spans' | 'today' | 'countedSince'> & { days: number }) {
  const { has } = useOffice();
  const span = spans.find((one) => one.days === days);
  if (!span) return null;
  const [firstBefore = ''] = lastDays(today, 2 * days);
  const isYoung = countedSince === '' || countedSince > firstBefore;
  return (
    <>
      <dl className="visits-sums">
        {(Object.keys(titles) as Figure[])
          .filter((name) => name !== 'comments' || has('comments'))
          .map((name) => (
            <div key={name}>
              <dt>{titles[name]}</dt>
              <dd>
                <b>{formatNumber(span.now[name])}</b>
                {!(isYoung && visitFigures.includes(name)) && (
                  <small>{changeText(span.now[name], span.before[name])}</small>
                )}
              </dd>
            </div>
          ))}
      </dl>
      <p className="visits-sums-about">
        与再往前的 {days} 天相比{isYoung && countedSince && `；浏览从 ${countedSince} 开始统计，还不够比`}
        。访客按天计，隔天再来算又一位。
      </p>
    </>
  );
}

type ExportProps = { name: string; days: string[]; columns: { title: string; values: (number | undefined)[] }[] };

/** Saves numbers per day as a spreadsheet. */
export function ExportDays({ name, days, columns }: ExportProps) {
  const save = () =>
    saveCsv(
      `${name}.csv`,
      [
        { title: '日期', text: (index: number) => days[index] ?? '' },
        ...columns.map(({ title, values }) => ({ title, text: (index: number) => values[index] ?? 0 })),
      ],
      async () => ({ records: [...days.keys()], total: days.length, pages: 1, pageNo: 1, pageSize: days.length }),
      () => {},
    );
  return (
    <button className="button" type="button" onClick={save}>
      <Icon name="down2" />
      导出
    </button>
  );
}

type DayTableProps = { days: string[]; columns: { title: string; values: number[] }[] };

/** Rendered only once it is opened. */
export function DayTable({ days, columns }: DayTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="visits-days" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>以表格查看</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard
        <section aria-label="每天的数目，可以上下滚动" tabIndex={0}>
          <table className="number-table">
            <thead>
              <tr>
                <th scope="col">日期</th>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days.entries()].reverse().map(([index, day]) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {columns.map(({ title, values }) => (
                    <td key={title}>{formatNumber(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

function NoVisitsYet({ articles }: { articles: number }) {
  const { may } = useOffice();
  return (
    <div className="visits-first-day">
      <p>还没有人来过。</p>
      <p>有人打开一页，就从这里数起；明天会有第一条线。</p>
      <ul>
        {articles === 0 && (
          <li>
            <a href="/newposts">写第一篇文章</a>
          </li>
        )}
        {may('settings.change') && (
          <li>
            <Link to="/settings">修改站名与外观</Link>
          </li>
        )}
        {may('backups.manage') && (
          <li>
            <Link to="/backups">设置备份</Link>
          </li>
        )}
      </ul>
    </div>
  );
}
