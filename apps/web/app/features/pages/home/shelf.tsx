import type { Home } from '@mojian/contract/pages/home';
import { chineseNumber } from '@mojian/contract/platform/chinese-calendar';
import { useState } from 'react';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';

type Series = Home['series'][number];

/** Widths grow with the number of articles, heights and pigments come from the name: classes, as the CSP allows no styles. */
const widths = 5;
const heights = 5;
const pigments = 8;

function sumOf(name: string) {
  let sum = 7;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

/** Looks of the spines of a shelf; two beside each other never have the same pigment. */
export function spinesOf(series: Pick<Series, 'name' | 'articles'>[]) {
  let last = -1;
  return series.map(({ name, articles }) => {
    const sum = sumOf(name);
    const pigment = Math.floor(sum / heights) % pigments;
    last = pigment === last ? (pigment + 1) % pigments : pigment;
    return {
      'data-width': Math.min(widths - 1, Math.floor(articles / 5)),
      'data-height': sum % heights,
      'data-pigment': last,
    };
  });
}

/** 专栏: the spines of a shelf, and beside them the one that is being written, or pointed at. */
export function Shelf({ series, total }: { series: Series[]; total: number }) {
  const [pointed, setPointed] = useState(0);
  const spines = spinesOf(series);
  const open = series[pointed];
  if (!open) return null;
  return (
    <section className="home-section wrap" aria-label="专栏">
      <div className="section-head">
        <h2>专栏</h2>
        <Link className="section-more" to="/series">{`全部 ${figures(total)} 个`}</Link>
      </div>
      <div className={series.length > 1 ? 'home-shelf' : 'home-shelf home-shelf-alone'}>
        <OpenSeries series={open} isCurrent={pointed === 0} />
        {series.length > 1 && (
          <ol className="home-spines">
            {series.map((one, at) => (
              <li key={one.id}>
                <Link
                  className={at > 0 && at === series.length - 1 ? 'home-spine home-spine-leaning' : 'home-spine'}
                  to={`/series/${one.id}`}
                  aria-current={at === pointed ? 'true' : undefined}
                  aria-label={`${one.name}，${one.articles} 篇`}
                  onMouseEnter={() => setPointed(at)}
                  onFocus={() => setPointed(at)}
                  {...spines[at]}
                >
                  <b>{one.name}</b>
                  <small>{one.articles}</small>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function OpenSeries({ series: { id, name, intro, newest }, isCurrent }: { series: Series; isCurrent: boolean }) {
  return (
    <div className="home-open">
      <span className="label">{isCurrent ? '正在写' : '专栏'}</span>
      <h3>
        <Link className="hover-line" to={`/series/${id}`}>
          {name}
        </Link>
      </h3>
      {intro && <p className="sub clamp-2">{intro}</p>}
      {newest.length > 0 && (
        <ol>
          {newest.map(({ id: article, path, title, number }) => (
            <li key={article}>
              <Link to={path}>
                <i>{number < 100 ? chineseNumber(number) : number}</i>
                <span className="truncate">{title}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
