import { Bar } from '../../../ui/bar.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Link } from '../../../ui/link.tsx';
import { counted, yearNumeral } from '../archive/numerals.ts';
import { NumberedTitles } from '../articles/numbered-titles.tsx';
import type { CategoryFigures, Chip } from './chip-kinds.ts';
import { type Choice, chipsAddress } from './choice.ts';
import './category-band.css';

type BandProps = { category: Chip; figures: CategoryFigures; children: React.ReactNode };

/** Head of one category: a band of its pigment, its name set vertically on a slip of paper. */
export function CategoryBand({ category: { name, intro, articles }, figures, children }: BandProps) {
  const { coverNumber, years } = figures;
  const first = years.at(-1)?.year;
  const count = `${counted(articles)}篇${first ? `，从${yearNumeral(first)}年写起` : ''}。`;
  return (
    <header className="category-band">
      <div className="category-band-picture">
        {coverNumber !== null && <Cover article={{ cover: '', coverNumber }} shape="banner" sizes="100vw" eager />}
        <h1>{name}</h1>
      </div>
      <div className="split gap-4">
        <p className="sub">{articles > 0 ? asSentence(intro) + count : intro}</p>
        {children}
      </div>
    </header>
  );
}

type YearsProps = { choice: Choice; figures: CategoryFigures; pigment: string | undefined };

/** 这些年 of a category: a bar a year, each a link to that year's articles. */
export function CategoryYears({ choice: { id, year: chosen }, figures: { years }, pigment }: YearsProps) {
  if (years.length < 2) return null;
  const most = Math.max(...years.map(({ articles }) => articles));
  return (
    <section>
      <div className="section-head">
        <h2>这些年</h2>
      </div>
      <ul className="category-band-years pigment" data-pigment={pigment}>
        {years.map(({ year, articles }) => (
          <li key={year}>
            <Link
              to={chipsAddress('/category', { id, year: year === chosen ? undefined : year })}
              aria-current={year === chosen ? 'true' : undefined}
              aria-label={`${year} 年，${articles} 篇${year === chosen ? '，取消' : ''}`}
            >
              <span>{year}</span>
              <Bar share={articles / most} />
              <small>{articles}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function asSentence(intro = '') {
  return intro === '' || /\p{P}$/u.test(intro) ? intro : `${intro}。`;
}

/** 这里读得多的, and 隔壁的抽屉: the other categories. */
export function CategoryNeighbours({ figures: { popular }, others }: { figures: CategoryFigures; others: Chip[] }) {
  return (
    <>
      {popular.length > 0 && (
        <section>
          <div className="section-head">
            <h2>这里读得多的</h2>
          </div>
          <NumberedTitles articles={popular} />
        </section>
      )}
      {others.length > 0 && (
        <section>
          <div className="section-head">
            <h2>隔壁的抽屉</h2>
          </div>
          <p className="category-band-others">
            {others.map(({ id, name, articles, pigment }) => (
              <Link key={id} className="pigment" data-pigment={pigment} to={chipsAddress('/category', { id })}>
                {name}
                <sup>{articles}</sup>
              </Link>
            ))}
          </p>
        </section>
      )}
    </>
  );
}
