import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { useUser } from '../../../session/session.ts';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { CommentCount } from '../../content/articles/article-list.tsx';
import { TitledCover } from '../../content/articles/titled-cover.tsx';
import type { Composed } from './compose.ts';
import { type Today, yearInChinese } from './today.ts';

/** The newest says, one at a time. */
export function Ticker({ says: all }: { says: Home['says'] }) {
  const [at, setAt] = useState(0);
  const blocked = useUser()?.blocked ?? [];
  const says = all.filter(({ author }) => !blocked.includes(author.id));
  const say = says[at % Math.max(1, says.length)];
  if (!say) return null;
  const turn = (by: number) => setAt((at + by + says.length) % says.length);
  return (
    <section className="home-ticker wrap" aria-label="最新说说">
      <div className="row gap-4">
        <span className="label">说说</span>
        <Face name={say.author.nickname} picture={ownPicture(say.author.avatar)} size="s" />
        <p aria-live="polite">
          <Link className="hover-line" to={`/say?id=${say.id}`}>
            {say.text}
          </Link>
        </p>
        <Moment key={say.id} at={say.createdAt} />
        {says.length > 1 && (
          <span className="scripted">
            <button className="icon-button" type="button" aria-label="上一条" onClick={() => turn(-1)}>
              <Icon name="left" />
            </button>
            <button className="icon-button" type="button" aria-label="下一条" onClick={() => turn(1)}>
              <Icon name="right" />
            </button>
          </span>
        )}
      </div>
    </section>
  );
}

/** Articles the owner marked, as pictures in a row. */
export function Picks({ articles }: { articles: ArticleCard[] }) {
  return (
    <section className="home-section wrap" aria-label="精选">
      <div className="section-head">
        <h2>精选</h2>
      </div>
      <div className="home-picks-row">
        {articles.map((article) => (
          <article key={article.id}>
            <TitledCover article={article} sizes="(max-width: 640px) 70vw, 276px" />
            <div className="meta">
              <Moment at={article.publishedAt} />
              <Count icon="eye" words="阅读" value={article.views} />
              <CommentCount value={article.comments} />
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

/** Shows this day of former years beside a leaf of the calendar. */
export function FormerYears({ years, today }: { years: Composed['ago']; today: Today }) {
  return (
    <section className="home-section wrap" aria-label="一年前的今天">
      <div className="section-head">
        <h2>一年前的今天</h2>
      </div>
      <div className="home-ago">
        <div className="home-leaf">
          <b>{today.date}</b>
          <span>{today.month}</span>
          <small className="dim">{`${today.weekday}　${today.lunar}`}</small>
          <em className="vertical">{today.dayOfTerm}</em>
        </div>
        <ol>
          {years.map((memory) => (
            <Memory key={memory.year} memory={memory} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Memory({ memory: { year, article, say } }: { memory: Composed['ago'][number] }) {
  return (
    <li>
      <span className="home-ago-year vertical">{yearInChinese(year)}</span>
      {article && (
        <>
          <div>
            <h3>
              <Link className="hover-line" to={article.path}>
                {article.title}
              </Link>
            </h3>
            <p className="sub clamp-2">{article.summary}</p>
          </div>
          <Link className="cover-box" to={article.path} tabIndex={-1} aria-hidden="true">
            <Cover article={article} sizes="132px" />
          </Link>
        </>
      )}
      {say && (
        <div>
          <p className="home-ago-say">
            <Link className="hover-line" to={`/say?id=${say.id}`}>
              {say.text}
            </Link>
          </p>
          <p className="type-note dim">{['说说', say.place].filter(Boolean).join(' · ')}</p>
        </div>
      )}
    </li>
  );
}

/** The day's comment of a reader. */
export function ReaderQuote({ quote }: { quote: NonNullable<Home['reader']> }) {
  return (
    <section className="home-reader" aria-label="读者说" data-author={quote.authorId}>
      <div className="wrap">
        <div>
          <h2>读者说</h2>
          <p className="type-note dim">每天从最近的评论里挑一段，读者自己写的。</p>
        </div>
        <div>
          <blockquote>{`「${quote.text}」`}</blockquote>
          <div className="row row-wrap gap-3-5 type-small sub">
            <Face name={quote.nickname} picture={ownPicture(quote.avatar)} size="s" />
            <b className="ink">{quote.nickname}</b>
            {quote.guest && <span className="badge">访客</span>}
            {quote.place && <span>{quote.place}</span>}
            <Link to={quote.article.path}>{`写在《${quote.article.title}》后面`}</Link>
          </div>
        </div>
      </div>
    </section>
  );
}

const steps = 4;

/** A running index, in four sizes by use. */
export function TagIndex({ tags, total }: { tags: Home['tags']; total: number }) {
  const byUse = tags.toSorted((a, b) => a.articles - b.articles);
  const step = (id: number) => Math.floor((byUse.findIndex((tag) => tag.id === id) * steps) / tags.length);
  return (
    <section className="home-section wrap" aria-label="标签">
      <div className="section-head">
        <h2>标签</h2>
        <Link className="section-more" to="/tags">{`全部 ${figures(total)} 个`}</Link>
      </div>
      <div className="home-index">
        {tags
          .toSorted((a, b) => a.id - b.id)
          .map(({ id, name, articles }) => (
            <Link key={id} to={`/tags?id=${id}`} data-step={step(id)}>
              {name}
              <sup>{articles}</sup>
            </Link>
          ))}
      </div>
    </section>
  );
}
