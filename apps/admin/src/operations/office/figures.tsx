import type { Overview, Series } from '@mojian/contract/operations/overview';
import { useOffice } from '../../platform/shell/use-office.ts';
import { Sparkline } from './sparkline.tsx';
import { withCommas } from './words.ts';
import './figures.css';

const days = 14;

/** Today in six numbers, each with the fortnight behind it. */
export function Figures({ series, totals, today }: Pick<Overview, 'series' | 'totals' | 'today'>) {
  const { has } = useOffice();
  const at = (name: keyof Series, back: number) => series[name].at(-1 - back) ?? 0;
  // a day that is not over is held against no whole one: the number of yesterday stands beside it
  const yesterday = (name: keyof Series) => `昨日 ${withCommas(at(name, 1))}`;
  const thisMonth = sum(series.articles.slice(-Number(today.slice(8))));
  const figures = [
    { title: '今日浏览', name: 'views', about: yesterday('views') },
    { title: '今日访客', name: 'visitors', about: yesterday('visitors') },
    { title: '今日阅读', name: 'reads', about: yesterday('reads') },
    { title: '今日评论', name: 'comments', about: yesterday('comments') },
    { title: '今日新成员', name: 'members', about: `共 ${withCommas(totals.members)} 人` },
    { title: '文章', name: 'articles', value: totals.articles, about: `本月 ${thisMonth} 篇` },
  ] as const;
  const shown = figures.filter(({ name }) => name !== 'comments' || has('comments'));
  return (
    <dl className="figures">
      {shown.map(({ title, name, about, ...own }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>
            <b>{withCommas('value' in own ? own.value : at(name, 0))}</b>
            <small>{about}</small>
            <Sparkline values={series[name].slice(-days)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function sum(values: number[]) {
  return values.reduce((all, value) => all + value, 0);
}
