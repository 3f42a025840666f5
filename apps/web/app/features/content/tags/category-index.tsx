import type { CategoryShelf } from '@mojian/contract/content/articles';
import { Cover } from '../../../ui/cover.tsx';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import '../../../ui/bar.css';
import { chipsAddress } from './choice.ts';
import './category-index.css';

/** Categories as drawers: name and the months behind, the newest titles, a cover. */
export function CategoryIndex({ shelves }: { shelves: CategoryShelf[] }) {
  return (
    <nav className="category-index" aria-label="分类">
      {shelves.map((shelf) => (
        <Drawer key={shelf.id} shelf={shelf} />
      ))}
    </nav>
  );
}

function Drawer({ shelf: { id, name, intro, articles, pigment, months, newest, card } }: { shelf: CategoryShelf }) {
  const address = chipsAddress('/category', { id });
  const left = articles - newest.length;
  return (
    <section className="category-index-drawer pigment" data-pigment={pigment} aria-label={name}>
      <div>
        <h2>
          <Link to={address}>{name}</Link>
          <small>{articles}</small>
        </h2>
        {intro && <p className="type-small sub">{intro}</p>}
        <MonthBars months={months} />
      </div>
      <ol>
        {newest.map(({ id: article, path, title, publishedAt }) => (
          <li key={article}>
            <Link to={path}>
              <b className="grow">{title}</b>
              <Moment at={publishedAt} />
            </Link>
          </li>
        ))}
        {left > 0 && (
          <li className="category-index-more">
            <Link to={address}>{`打开${name}，还有 ${left} 篇`}</Link>
          </li>
        )}
      </ol>
      {card && (
        <Link className="cover-box" to={card.path} tabIndex={-1} aria-hidden="true">
          <Cover article={card} sizes="304px" />
        </Link>
      )}
    </section>
  );
}

const height = 32;

/** A bar for each of the last twelve months, the present one last; nothing for a year without articles. */
function MonthBars({ months }: { months: number[] }) {
  const most = Math.max(...months);
  if (most === 0) return null;
  const total = months.reduce((sum, count) => sum + count, 0);
  return (
    <figure className="category-index-months">
      <svg viewBox={`0 0 ${months.length * 10} ${height}`} role="img" aria-label={`近十二个月写了 ${total} 篇`}>
        {months.map((count, at) => {
          const high = count === 0 ? 1 : Math.max(4, Math.round((height * count) / most));
          // biome-ignore lint/suspicious/noArrayIndexKey: a month is its place
          return <rect key={at} x={at * 10} y={height - high} width={8} height={high} />;
        })}
      </svg>
      <figcaption>近十二个月</figcaption>
    </figure>
  );
}
