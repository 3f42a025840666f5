import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Category } from '@mojian/contract/content/categories';
import type { Tag } from '@mojian/contract/content/tags';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import type { Page } from '@mojian/contract/platform/fields';
import { Empty } from '../../../ui/empty.tsx';
import { ArticleList, ArticleListWaiting } from '../../content/articles/article-list.tsx';
import { addressOf, type Choice } from './choice.ts';
import { FeedTabs } from './feed-tabs.tsx';
import { Lead } from './lead.tsx';
import { SideColumn } from './side-column.tsx';
import type { Slip } from './slip.ts';
import { Ticker } from './ticker.tsx';

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
  /** The choice on its way, if another tab was pressed. */
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
              key={addressOf(choice)}
              first={list}
              loadPage={loadPage}
              addressOf={(page) => addressOf({ ...choice, page })}
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
