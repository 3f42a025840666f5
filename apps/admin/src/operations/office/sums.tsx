import type { Figure, Overview } from '@mojian/contract/operations/overview';
import { useOffice } from '../../platform/shell/use-office.ts';
import { lastDays } from './days.ts';
import { change, withCommas } from './words.ts';
import './sums.css';

const titles: Record<Figure, string> = {
  views: '浏览',
  visitors: '访客',
  reads: '阅读',
  comments: '评论',
  members: '新成员',
};
const counted: Figure[] = ['views', 'visitors', 'reads'];

/** What the days under the chart come to, held against as many before them. */
export function Sums({
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
      <dl className="sums">
        {(Object.keys(titles) as Figure[])
          .filter((name) => name !== 'comments' || has('comments'))
          .map((name) => (
            <div key={name}>
              <dt>{titles[name]}</dt>
              <dd>
                <b>{withCommas(span.now[name])}</b>
                {!(isYoung && counted.includes(name)) && <small>{change(span.now[name], span.before[name])}</small>}
              </dd>
            </div>
          ))}
      </dl>
      <p className="sums-about">
        与再往前的 {days} 天相比{isYoung && countedSince && `；浏览从 ${countedSince} 开始统计，还不够比`}
        。访客按天计，隔天再来算又一位。
      </p>
    </>
  );
}
