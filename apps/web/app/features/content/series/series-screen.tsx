import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Series } from '@mojian/contract/content/series';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Count } from '../../../ui/count.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { Volume } from './volume.tsx';
import './series-screen.css';

type Props = { series: Series & { records: ArticleCard[] }; isOwn: boolean };

export function SeriesScreen({ series, isOwn }: Props) {
  const { name, intro, records } = series;
  const [first] = records;
  return (
    <main id="main" className="wrap series-one">
      <header className="series-head">
        <Volume name={name} />
        <div>
          <p className="label">
            <Link to="/series">专栏</Link>
          </p>
          <h1>{name}</h1>
          {intro && <p className="series-intro sub">{intro}</p>}
          <SeriesMeta series={series} />
          <p className="series-go">
            {first && (
              <Link className="btn btn-seal" to={first.path}>
                从第一篇读起
              </Link>
            )}
            {isOwn && (
              <Link className="btn" to="/user?tab=series">
                <Icon name="edit" />
                编辑专栏
              </Link>
            )}
          </p>
        </div>
      </header>
      {records.length === 0 ? (
        <Empty title="还没有发布的文章">
          <p>写文章时选上这个专栏，发布之后就在这里。</p>
        </Empty>
      ) : (
        <ol className="series-chapters">
          {records.map((article) => (
            <Chapter key={article.id} article={article} />
          ))}
        </ol>
      )}
    </main>
  );
}

function SeriesMeta({ series: { author, articles, updatedAt, records } }: Pick<Props, 'series'>) {
  const words = records.reduce((sum, article) => sum + article.words, 0);
  return (
    <p className="meta">
      <Link className="series-writer row-inline" to={`/user/${author.id}`}>
        <Face name={author.nickname} picture={ownPicture(author.avatar)} size="s" />
        {author.nickname}
      </Link>
      <span>{articles} 篇</span>
      <span>{figures(words)} 字</span>
      {records.length > 0 && (
        <span>
          更新于 <Moment at={updatedAt} />
        </span>
      )}
    </p>
  );
}

function Chapter({
  article: { path, title, summary, publishedAt, views, minutes, readType },
}: {
  article: ArticleCard;
}) {
  return (
    <li>
      <h2>
        <Link className="hover-line" to={path}>
          {title}
        </Link>
      </h2>
      <p className="series-sum clamp-2 sub">{summary}</p>
      <p className="meta">
        <Moment at={publishedAt} />
        <span>约 {minutes} 分钟</span>
        <Count icon="eye" words="阅读" value={views} />
        {readType !== 0 && (
          <span>
            <Icon name="lock" />
            部分可见
          </span>
        )}
      </p>
    </li>
  );
}
