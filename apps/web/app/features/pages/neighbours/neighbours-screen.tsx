import type { NewArticles } from '@mojian/contract/pages/neighbours';
import { Icon } from '@mojian/ui/icon';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { Link } from '../../../ui/link.tsx';
import { exactTime, Moment, monthAndDay } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { counted } from '../../content/archive/numerals.ts';
import { type DayGroup, groupByDay, type NeighbourRow } from './by-day.ts';
import './neighbours.css';

/** `now`: when the page was loaded. */
type Props = { news: NewArticles; now: number };

/** New articles of the friends' sites, by day. */
export function NeighboursScreen({ news, now }: Props) {
  const { neighbours, recent, articles } = news;
  const groups = groupByDay(articles.records, now);
  return (
    <main id="main" className="wrap neighbours">
      <header className="page-head">
        <div>
          <h1>友邻</h1>
          {neighbours > 0 && (
            <p>{`${counted(neighbours)}位邻居${recent > 0 ? `，最近三十天写了${counted(recent)}篇` : ''}。`}</p>
          )}
        </div>
        <Link className="btn" to="/links#apply">
          申请友链
        </Link>
      </header>
      <nav className="row row-wrap neighbours-views" aria-label="友邻">
        <Link className="chip" to="/neighbours" aria-current="page">
          新文章
        </Link>
        <Link className="chip" to="/links">
          所有邻居
          {neighbours > 0 && <span className="small-count">{neighbours}</span>}
        </Link>
      </nav>
      <div className="cols">
        <section aria-label="新文章">
          {groups.length === 0 && (
            <Empty title="还没有新文章">
              <p>邻居们有了新文章，会写在这里。</p>
            </Empty>
          )}
          {groups.map((group) => (
            <Day key={group.title} group={group} />
          ))}
          <Pages articles={articles} />
        </section>
        <Aside news={news} />
      </div>
    </main>
  );
}

function Day({ group: { title, isOneDay, rows } }: { group: DayGroup }) {
  return (
    <section className="neighbours-day">
      <h2>{title}</h2>
      <ol>
        {rows.map((row) => (
          <Article key={row.article.id} row={row} isOneDay={isOneDay} />
        ))}
      </ol>
    </section>
  );
}

function Article({ row: { article, isFurther }, isOneDay }: { row: NeighbourRow; isOneDay: boolean }) {
  const { title, url, publishedAt, neighbour } = article;
  const time = (
    <time dateTime={publishedAt} title={exactTime(publishedAt)}>
      {isOneDay ? exactTime(publishedAt).slice(-5) : monthAndDay(publishedAt)}
    </time>
  );
  const heading = (
    <h3>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {title}
        <Icon name="ext" />
      </a>
    </h3>
  );
  if (isFurther)
    return (
      <li className="neighbours-article neighbours-further">
        {heading}
        {time}
      </li>
    );
  return (
    <li className="neighbours-article">
      <Face name={neighbour.name} picture={ownPicture(neighbour.avatar)} size="l" />
      <p className="dim">
        <b>{neighbour.name}</b>
        {time}
      </p>
      {heading}
    </li>
  );
}

function Pages({ articles: { pageNo, pages } }: Pick<NewArticles, 'articles'>) {
  if (pages <= 1) return null;
  const address = (page: number) => (page === 1 ? '/neighbours' : `/neighbours?page=${page}`);
  return (
    <nav className="row justify-center gap-6 neighbours-pages" aria-label="翻页">
      {pageNo > 1 && (
        <Link className="btn" to={address(pageNo - 1)}>
          更新的
        </Link>
      )}
      {pageNo < pages && (
        <Link className="btn" to={address(pageNo + 1)}>
          更早的
        </Link>
      )}
    </nav>
  );
}

function Aside({ news: { neighbours, busy, silent } }: { news: NewArticles }) {
  return (
    <aside className="aside" aria-label="邻居">
      {neighbours > 0 && (
        <section>
          <div className="section-head">
            <h2>订阅他们</h2>
          </div>
          <p className="type-small sub">把邻居们的订阅一次放进你的阅读器。</p>
          <a className="btn btn-wide neighbours-opml" href="/neighbours.opml" download>
            <Icon name="rss" />
            下载 OPML
          </a>
        </section>
      )}
      {busy.length > 0 && (
        <section>
          <div className="section-head">
            <h2>这个月写得勤</h2>
          </div>
          <ul className="neighbours-list">
            {busy.map(({ articles, ...neighbour }) => (
              <Neighbour key={neighbour.url} neighbour={neighbour}>{`${articles} 篇`}</Neighbour>
            ))}
          </ul>
        </section>
      )}
      {silent.length > 0 && (
        <section>
          <div className="section-head">
            <h2>很久没来信</h2>
          </div>
          <ul className="neighbours-list">
            {silent.map(({ lastAt, ...neighbour }) => (
              <Neighbour key={neighbour.url} neighbour={neighbour}>
                <Moment at={lastAt} />
              </Neighbour>
            ))}
          </ul>
        </section>
      )}
      <p className="type-note dim">标题取自各家的订阅，每小时看一次。不想出现在这里，告诉站长一声就好。</p>
    </aside>
  );
}

type NeighbourProps = { neighbour: { name: string; url: string; avatar: string }; children: React.ReactNode };

function Neighbour({ neighbour: { name, url, avatar }, children }: NeighbourProps) {
  return (
    <li>
      <Face name={name} picture={ownPicture(avatar)} size="s" />
      <a className="hover-line" href={url} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
      <small className="dim">{children}</small>
    </li>
  );
}
