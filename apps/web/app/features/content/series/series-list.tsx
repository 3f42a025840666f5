import type { Series } from '@mojian/contract/content/series';
import { Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { counted } from '../archive/numerals.ts';
import { Volume } from './volume.tsx';
import './series-screen.css';

export function SeriesList({ series }: { series: Series[] }) {
  return (
    <main id="main" className="wrap">
      <header className="page-head">
        <div>
          <h1>专栏</h1>
          <p>
            {series.length === 0 ? '还没有专栏，书架刚擦净。' : `架上${counted(series.length)}册，每一册从头读起。`}
          </p>
        </div>
        <span className="vertical" aria-hidden="true">
          一篇接一篇
        </span>
      </header>
      {series.length === 0 ? (
        <Empty title="还没有专栏">
          <p>写成一串的文章，会在这里装订成册。</p>
        </Empty>
      ) : (
        <ul className="series-shelf">
          {series.map((one) => (
            <Row key={one.id} series={one} />
          ))}
        </ul>
      )}
    </main>
  );
}

function Row({ series: { id, name, intro, author, articles, updatedAt } }: { series: Series }) {
  return (
    <li>
      <Volume name={name} />
      <div>
        <h2>
          <Link className="hover-line" to={`/series/${id}`}>
            {name}
          </Link>
        </h2>
        {intro && <p className="series-sum clamp-2 sub">{intro}</p>}
        <p className="meta">
          <Link className="series-writer row-inline" to={`/user/${author.id}`}>
            {author.nickname}
          </Link>
          <span>{articles} 篇</span>
          <Moment at={updatedAt} />
        </p>
      </div>
    </li>
  );
}
