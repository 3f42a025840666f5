import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Category } from '@mojian/contract/content/categories';
import type { Tag } from '@mojian/contract/content/tags';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import type { Page } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { ArticleList, ArticleListWaiting } from '../../content/articles/article-list.tsx';
import { homeAddress, type Choice, type Slip } from './choice.ts';
import { Lead } from './lead.tsx';
import { SideColumn } from './side-column.tsx';

type HomeData = {
  choice: Choice;
  home: Home;
  categories: Category[];
  tags: Tag[];
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

export function HomeScreen({ site, data: { choice, home, categories, tags, list, slip }, coming, loadPage }: Props) {
  return (
    <main id="main" className="wrap">
      <h1 className="vh">{`${site.name} · ${site.tagline}`}</h1>
      <Lead articles={home.featured} slip={slip} />
      <Ticker says={home.says} />
      <div className="cols feed">
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
            />
          )}
        </section>
        <SideColumn site={site} home={home} tags={tags} />
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
      {categories.length > 0 && <span className="sep" />}
      {categories.map(({ id, name, articles }) => (
        <Tab key={id} to={homeAddress({ category: id })} on={category === id}>
          {name} <span className="n">{articles}</span>
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
    <section className="ticker" aria-label="最新说说">
      <span className="label">说说</span>
      <Face name={say.author.nickname} picture={ownPicture(say.author.avatar)} size="s" />
      <p aria-live="polite">
        <Link className="lk" to={`/say?id=${say.id}`}>
          {say.text}
        </Link>
      </p>
      <Moment key={say.id} at={say.createdAt} />
      {says.length > 1 && (
        <span className="scripted">
          <button className="ib" type="button" aria-label="上一条" onClick={() => turn(-1)}>
            <Icon name="left" />
          </button>
          <button className="ib" type="button" aria-label="下一条" onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
        </span>
      )}
    </section>
  );
}
