import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Category } from '@mojian/contract/content/categories';
import type { HomeSection } from '@mojian/contract/core/home-sections';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Page } from '@mojian/contract/platform/fields';
import { Fragment } from 'react';
import type { Choice } from './choice.ts';
import type { Composed } from './compose.ts';
import { Beginning, Feed } from './feed.tsx';
import { FirstScreen } from './lead.tsx';
import { NeighboursNews } from './neighbours-news.tsx';
import { Photos } from './photos.tsx';
import { FormerYears, Picks, ReaderQuote, TagIndex, Ticker } from './sections.tsx';
import { Shelf } from './shelf.tsx';
import type { Today } from './today.ts';
import '../../../ui/tabs.css';
import './home.css';
import './feed.css';

type Props = {
  site: SiteInfo;
  data: { choice: Choice; composed: Composed; categories: Category[]; today: Today };
  /** The choice being loaded. */
  coming: Choice | undefined;
  loadPage: (pageNo: number) => Promise<Page<ArticleCard>>;
};

/** The first screen, and below it the sections in the owner's order. */
export function HomeScreen(props: Props) {
  const { site, data } = props;
  const { composed, today } = data;
  return (
    <main id="main">
      <h1 className="visually-hidden">{`${site.name} · ${site.tagline}`}</h1>
      <FirstScreen site={site} composed={composed} today={today} />
      {composed.sections.map((name) =>
        name === 'says' || name === 'new' ? (
          <Fragment key={name}>{sectionNamed(name, props)}</Fragment>
        ) : (
          <div key={name} className="home-below">
            {sectionNamed(name, props)}
          </div>
        ),
      )}
    </main>
  );
}

function sectionNamed(name: HomeSection, { site, data, coming, loadPage }: Props) {
  const { composed, categories, choice, today } = data;
  switch (name) {
    case 'says':
      return <Ticker says={composed.says} />;
    case 'new':
      return composed.isSparse ? (
        <Beginning site={site} composed={composed} />
      ) : (
        <Feed
          site={site}
          composed={composed}
          categories={categories}
          choice={choice}
          coming={coming}
          loadPage={loadPage}
        />
      );
    case 'picks':
      return <Picks articles={composed.picks} />;
    case 'photos':
      return <Photos photos={composed.photos} />;
    case 'series':
      return <Shelf series={composed.series} total={composed.counts.series} />;
    case 'ago':
      return <FormerYears years={composed.ago} today={today} />;
    case 'reader':
      return composed.reader && <ReaderQuote quote={composed.reader} />;
    case 'neighbours':
      return <NeighboursNews articles={composed.neighbours} />;
    case 'tags':
      return <TagIndex tags={composed.tags} total={composed.counts.tags} />;
  }
}
