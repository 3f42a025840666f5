import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Category } from '@mojian/contract/content/categories';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import type { Page } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { type TouchEvent, useRef, useState } from 'react';
import { CachedFragment } from '../../../ui/cached-fragment.tsx';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { ArticleList, ArticleListWaiting, ArticleMarks, CommentCount } from '../../content/articles/article-list.tsx';
import { type Choice, homeAddress, type Slip } from './choice.ts';
import { SideColumn } from './side-column.tsx';
import '../../../ui/tabs.css';
import './home.css';

type HomeData = {
  choice: Choice;
  home: Home;
  categories: Category[];
  list: Page<ArticleCard>;
  slip: Slip;
};

type Props = {
  site: SiteInfo;
  data: HomeData;
  /** The choice being loaded. */
  coming: Choice | undefined;
  loadPage: (pageNo: number) => Promise<Page<ArticleCard>>;
};

export function HomeScreen({ site, data: { choice, home, categories, list, slip }, coming, loadPage }: Props) {
  return (
    <main id="main" className="wrap">
      <h1 className="visually-hidden">{`${site.name} · ${site.tagline}`}</h1>
      <Lead articles={home.featured} slip={slip} />
      <Ticker says={home.says} />
      <div className="cols home-feed">
        <section aria-label="文章" aria-busy={coming !== undefined}>
          <FeedTabs categories={categories} choice={coming ?? choice} />
          {coming ? (
            <ArticleListWaiting rows={list.records.length} />
          ) : (
            <ArticleList
              key={homeAddress(choice)}
              first={list}
              loadPage={loadPage}
              addressOf={(page) => homeAddress({ ...choice, page })}
              empty={<NothingYet />}
              pinnedFirst={choice.by === 'new'}
            />
          )}
        </section>
        <CachedFragment data={[home, site]} name="side">
          <SideColumn site={site} home={home} />
        </CachedFragment>
      </div>
    </main>
  );
}

function NothingYet() {
  return (
    <Empty title="纸已经铺好">
      <p>第一篇还在路上，过几天再来看看。</p>
    </Empty>
  );
}

function FeedTabs({ categories, choice: { by, category } }: { categories: Category[]; choice: Choice }) {
  return (
    <nav className="tabs" aria-label="文章的排法和分类">
      <Tab to={homeAddress({})} on={by === 'new' && !category}>
        最新
      </Tab>
      <Tab to={homeAddress({ by: 'hot' })} on={by === 'hot' && !category}>
        最热
      </Tab>
      {categories.length > 0 && <span className="home-feed-sep" />}
      {categories.map(({ id, name, articles }) => (
        <Tab key={id} to={homeAddress({ category: id })} on={category === id}>
          {name} <span className="small-count">{articles}</span>
        </Tab>
      ))}
    </nav>
  );
}

function Tab({ to, on, children }: { to: string; on: boolean; children: React.ReactNode }) {
  return (
    <Link to={to} aria-current={on ? 'true' : undefined} preventScrollReset>
      {children}
    </Link>
  );
}

/** The newest says, one at a time. */
function Ticker({ says }: { says: Home['says'] }) {
  const [at, setAt] = useState(0);
  const say = says[at];
  if (!say) return null;
  const turn = (by: number) => setAt((at + by + says.length) % says.length);
  return (
    <section className="home-ticker row gap-4" aria-label="最新说说">
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
    </section>
  );
}

/** Featured articles: one large, the next two beside it. Turned by the reader only. */
function Lead({ articles, slip }: { articles: ArticleCard[]; slip: Slip }) {
  const [turned, setTurned] = useState<number>();
  const count = articles.length;
  const at = turned ?? 0;
  const turn = (by: number) => setTurned((at + by + count) % count);
  const swipe = useSwipe(turn);

  const [lead, ...beside] = [0, 1, 2].slice(0, count).flatMap((step) => articles[(at + step) % count] ?? []);
  if (!lead) return null;
  const arrival = turned === undefined ? '' : 'home-lead-turned';
  return (
    <section
      className={beside.length > 0 ? 'home-lead' : 'home-lead home-lead-alone'}
      aria-roledescription="轮播"
      aria-label="精选文章"
    >
      <article className="home-lead-main" {...swipe}>
        <Link className={`cover-box ${arrival}`} key={lead.id} to={lead.path} tabIndex={-1} aria-hidden="true">
          <Cover article={lead} sizes="(max-width: 1118px) 100vw, 832px" eager />
        </Link>
        <span className="home-lead-term vertical" aria-hidden="true">
          {slip.term}
          <small className="sub">{slip.month}</small>
        </span>
        <div className="home-lead-text">
          <div aria-live="polite">
            <LeadText key={lead.id} article={lead} arrival={arrival} />
          </div>
          {count > 1 && <Turn at={at} count={count} turn={turn} />}
        </div>
      </article>
      {beside.length > 0 && (
        <div className="home-lead-side stack">
          {beside.map((article) => (
            <SideCard key={article.id} article={article} arrival={arrival} />
          ))}
        </div>
      )}
      <noscript>
        <Others articles={articles.slice(3)} />
      </noscript>
    </section>
  );
}

/** Fallback without scripts: the articles further on as plain links. */
function Others({ articles }: { articles: ArticleCard[] }) {
  return articles.map(({ id, path, title }) => (
    <p key={id}>
      <Link className="hover-line" to={path}>
        {title}
      </Link>
    </p>
  ));
}

type LeadCardsProps = { article: ArticleCard; arrival: string };

function LeadText({ article, arrival }: LeadCardsProps) {
  return (
    <div className={arrival}>
      <ArticleMarks article={article} />
      <h2>
        <Link className="hover-line" to={article.path}>
          {article.title}
        </Link>
      </h2>
      <p className="home-lead-summary clamp-2 sub">{article.summary}</p>
      <div className="meta">
        <Link to={`/user/${article.author.id}`}>{article.author.nickname}</Link>
        <Moment at={article.publishedAt} />
        <span>
          <Icon name="clock" />
          {`约 ${article.minutes} 分钟`}
        </span>
        <Count icon="eye" words="阅读" value={article.views} />
        <CommentCount value={article.comments} />
      </div>
    </div>
  );
}

function SideCard({ article, arrival }: LeadCardsProps) {
  const { path, title, category, publishedAt, views, comments } = article;
  return (
    <article className={arrival}>
      <Link className="cover-box" to={path} tabIndex={-1} aria-hidden="true">
        <Cover article={article} sizes="(max-width: 1118px) calc(50vw - 28px), 304px" />
      </Link>
      {category && (
        <Link className="label" to={`/category?id=${category.id}`}>
          {category.name}
        </Link>
      )}
      <h3>
        <Link className="hover-line" to={path}>
          {title}
        </Link>
      </h3>
      <div className="meta">
        <Moment at={publishedAt} />
        <Count icon="eye" words="阅读" value={views} />
        <CommentCount value={comments} />
      </div>
    </article>
  );
}

type TurnProps = { at: number; count: number; turn: (by: number) => void };

/** Position, previous and next. The arrow keys do the same. */
function Turn({ at, count, turn }: TurnProps) {
  return (
    <fieldset
      className="home-lead-turn scripted row gap-1 dim"
      aria-label={`第 ${at + 1} 篇，共 ${count} 篇`}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turn(-1);
        if (key === 'ArrowRight') turn(1);
      }}
    >
      <b className="ink">{at + 1}</b>
      <span>{`/ ${count}`}</span>
      <span className="home-lead-turn-space" />
      <button className="icon-button" type="button" aria-label="上一篇" onClick={() => turn(-1)}>
        <Icon name="left" />
      </button>
      <button className="icon-button" type="button" aria-label="下一篇" onClick={() => turn(1)}>
        <Icon name="right" />
      </button>
    </fieldset>
  );
}

/** CSS pixels; shorter swipes are taps or scrolling. */
const shortest = 48;

/** Swiping left goes on, right goes back. */
function useSwipe(turn: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const across = touch.clientX - start.current.x;
      const along = touch.clientY - start.current.y;
      if (Math.abs(across) > shortest && Math.abs(across) > 2 * Math.abs(along)) turn(across < 0 ? 1 : -1);
    },
  };
}
