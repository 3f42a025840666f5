import { withCommas } from './words.ts';
import './ranking.css';

type Ranked = { key: string; title: string; about?: string; href?: string; count: number };

type Props = { title: string; about: string; rows: Ranked[]; none: string; isWide: boolean };

/** Names with their numbers, most first, each over a line as long as its share of the first. */
export function Ranking({ title, about, rows, none, isWide }: Props) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className={`card ${isWide ? 's6' : 's4'}`}>
      <header>
        <h2>{title}</h2>
        <span>{about}</span>
      </header>
      {rows.length === 0 ? (
        <p className="none">{none}</p>
      ) : (
        <ol className="ranking in">
          {rows.map((row, index) => (
            <li key={row.key}>
              <span className="place">{index + 1}</span>
              {row.href ? <a href={row.href}>{row.title}</a> : <span className="name">{row.title}</span>}
              {row.about && <small>{row.about}</small>}
              <span className="count">{withCommas(row.count)}</span>
              <i style={{ width: `${(row.count / most) * 100}%` }} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
