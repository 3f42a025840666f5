import type { Overview, Series } from '@mojian/contract/operations/office';
import { useOffice } from '../../platform/shell/office.tsx';
import { formatNumber, lastDays } from './overview-format.ts';
import './figures.css';

const sparklineDays = 14;

export function Figures({ series, totals, today }: Pick<Overview, 'series' | 'totals' | 'today'>) {
  const { has } = useOffice();
  const at = (name: keyof Series, back: number) => series[name].at(-1 - back) ?? 0;
  // today is incomplete, so yesterday is shown beside it rather than a comparison
  const yesterday = (name: keyof Series) => `昨日 ${formatNumber(at(name, 1))}`;
  const thisMonth = sum(series.articles.slice(-Number(today.slice(8))));
  const pages = totals.pages > 0 ? `，另有页面 ${formatNumber(totals.pages)} 个` : '';
  const figures = [
    { title: '今日浏览', name: 'views', about: yesterday('views') },
    { title: '今日访客', name: 'visitors', about: yesterday('visitors') },
    { title: '今日阅读', name: 'reads', about: yesterday('reads') },
    { title: '今日评论', name: 'comments', about: yesterday('comments') },
    { title: '今日新成员', name: 'members', about: `共 ${formatNumber(totals.members)} 人` },
    { title: '文章', name: 'articles', value: totals.articles, about: `本月 ${thisMonth} 篇${pages}` },
  ] as const;
  const shown = figures.filter(({ name }) => name !== 'comments' || has('comments'));
  return (
    <dl className="figures">
      {shown.map(({ title, name, about, ...own }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>
            <b>{formatNumber('value' in own ? own.value : at(name, 0))}</b>
            <small>{about}</small>
            <Sparkline values={series[name].slice(-sparklineDays)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function sum(values: number[]) {
  return values.reduce((all, value) => all + value, 0);
}

const sparkWidth = 88;
const sparkHeight = 24;

function Sparkline({ values }: { values: number[] }) {
  const most = Math.max(1, ...values);
  const step = sparkWidth / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
  return (
    <svg className="figures-spark" viewBox={`0 0 ${sparkWidth} ${sparkHeight}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}

const cell = 14;
const weeks = 53;
const head = 16;
const months = ['一月', '二月', '三月', '四月', '五月', '六月', '七月', '八月', '九月', '十月', '十一月', '十二月'];

export function Year({ calendar, today }: Pick<Overview, 'calendar' | 'today'>) {
  const { has } = useOffice();
  const counts = new Map(calendar.days.map(({ day, count }) => [day, count]));
  const days = lastDays(today, weeks * 7);
  const { articles, says, streak } = calendar;
  const words = `文章 ${articles}，${has('says') ? `说说 ${says}，` : ''}最长连续 ${streak} 天`;
  return (
    <section className="card panels-12">
      <header>
        <h2>写作的一年</h2>
        <span>{words}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard */}
      <section ref={toEnd} className="figures-year card-body" aria-label="写作日历，可以左右滚动" tabIndex={0}>
        <svg viewBox={`0 0 ${weeks * cell - 3} ${head + 7 * cell - 3}`} role="img" aria-label={words}>
          <Months days={days} />
          {days.map((day, index) => {
            const count = counts.get(day) ?? 0;
            return (
              <rect
                key={day}
                className={day === today ? 'figures-today' : `figures-ink-${Math.min(4, count)}`}
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

/** Scrolls to the newest weeks on narrow screens. */
function toEnd(box: HTMLElement | null) {
  if (box) box.scrollLeft = box.scrollWidth;
}

/** Labels the week a month begins in, unless the next label would overlap. */
function Months({ days }: { days: string[] }) {
  const begun = days.flatMap((day, index) => (day.endsWith('-01') && index < (weeks - 2) * 7 ? [{ day, index }] : []));
  return begun.map(({ day, index }) => (
    <text key={day} x={Math.floor(index / 7) * cell} y="9">
      {months[Number(day.slice(5, 7)) - 1]}
    </text>
  ));
}
