import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Category } from '@mojian/contract/content/categories';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Page } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { useHas } from '../../../site/features-on.ts';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { Earlier, More, useMore } from '../../../ui/more.tsx';
import { ArticleListWaiting, ArticleRow, PinnedRow } from '../../content/articles/article-list.tsx';
import { TitledCover } from '../../content/articles/titled-cover.tsx';
import { type Choice, homeAddress } from './choice.ts';
import type { Composed } from './compose.ts';
import { LeadMeta } from './lead.tsx';
import { SideColumn } from './side-column.tsx';

type Props = {
  site: SiteInfo;
  composed: Composed;
  categories: Category[];
  choice: Choice;
  /** The choice being loaded. */
  coming: Choice | undefined;
  loadPage: (pageNo: number) => Promise<Page<ArticleCard>>;
};

/** 新文章: tabs, rows beside the side column, then wide ones and pairs. */
export function Feed({ site, composed, categories, choice, coming, loadPage }: Props) {
  const { layout, counts } = composed;
  return (
    <section className="home-section wrap" aria-label="新文章" aria-busy={coming !== undefined}>
      <div className="section-head">
        <h2>新文章</h2>
        <Link className="section-more" to="/archive">{`全部 ${figures(counts.articles)} 篇`}</Link>
      </div>
      <FeedTabs categories={categories} choice={coming ?? choice} />
      {coming ? (
        <Waiting rows={composed.firstRows} />
      ) : (
        <HomeList
          key={homeAddress(choice)}
          composed={composed}
          choice={choice}
          loadPage={loadPage}
          side={layout.side && <SideColumn site={site} composed={composed} />}
        />
      )}
    </section>
  );
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className="cols">
      <section>
        <ArticleListWaiting rows={Math.min(rows, 4)} />
      </section>
    </div>
  );
}

function FeedTabs({ categories, choice: { by, category } }: { categories: Category[]; choice: Choice }) {
  return (
    <nav className="tabs home-tabs" aria-label="文章的排法和分类">
      <Tab to={homeAddress({})} on={by === 'new' && !category}>
        最新
      </Tab>
      <Tab to={homeAddress({ by: 'hot' })} on={by === 'hot' && !category}>
        最热
      </Tab>
      {categories.length > 0 && <span className="home-tabs-gap" />}
      {categories.map(({ id, name, articles }) => (
        <Tab key={id} to={homeAddress({ category: id })} on={category === id}>
          {name} {articles > 0 && <span className="small-count">{articles}</span>}
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

/** Rows beside the side column, and in each group below it. */
const groupLength = 4;

type Group = { rows: ArticleCard[]; wide?: ArticleCard };

/** Groups of four rows, each followed by a wide one. */
export function groupsOf(rows: ArticleCard[], isWide: boolean): Group[] {
  const each = groupLength + (isWide ? 1 : 0);
  return Array.from({ length: Math.ceil(rows.length / each) }, (_, at) => {
    const [wide] = isWide ? rows.slice(at * each + groupLength, (at + 1) * each) : [];
    return { rows: rows.slice(at * each, at * each + groupLength), ...(wide && { wide }) };
  });
}

type ListProps = {
  composed: Composed;
  choice: Choice;
  loadPage: (pageNo: number) => Promise<Page<ArticleCard>>;
  side: React.ReactNode;
};

function HomeList({ composed, choice, loadPage, side }: ListProps) {
  const { list, firstRows, elsewhere, layout } = composed;
  const more = useMore(list, loadPage);
  const isFirst = more.next === list.pageNo + 1;
  const all = isFirst ? more.rows.slice(0, firstRows) : more.rows.filter(({ id }) => !elsewhere.includes(id));
  const isPinned = ({ pinned }: ArticleCard) => pinned && choice.by === 'new';
  const [first = { rows: [] }, ...others] = groupsOf(
    all.filter((row) => !isPinned(row)),
    layout.wide,
  );
  const pins = all.filter(isPinned).map((article) => <PinnedRow key={article.id} article={article} />);
  const rows = first.rows.map((article) => <ArticleRow key={article.id} article={article} heading="h3" />);
  return (
    <>
      <Earlier page={list.pageNo} pages={list.pages} address={homeAddress({ ...choice, page: list.pageNo - 1 })} />
      {side ? (
        <div className="cols home-cols">
          <section aria-label="文章">
            {pins}
            {rows}
          </section>
          {side}
        </div>
      ) : (
        <>
          {pins}
          <div className="home-pairs">{rows}</div>
        </>
      )}
      {first.wide && <WideRow article={first.wide} />}
      {others.map((group) => (
        <Pairs key={group.rows[0]?.id} group={group} />
      ))}
      <More
        more={more}
        address={homeAddress({ ...choice, page: more.next })}
        words="再读几篇"
        end={`到这里就读完了，共 ${figures(list.total)} 篇`}
      />
    </>
  );
}

function Pairs({ group: { rows, wide } }: { group: Group }) {
  return (
    <>
      <div className="home-pairs">
        {rows.map((article) => (
          <ArticleRow key={article.id} article={article} heading="h3" />
        ))}
      </div>
      {wide && <WideRow article={wide} />}
    </>
  );
}

function WideRow({ article }: { article: ArticleCard }) {
  return (
    <div className="home-wide">
      <ArticleRow article={article} heading="h3" sizes="(max-width: 1118px) 100vw, 832px" isPictured />
    </div>
  );
}

/** Shows the few articles of a site that has just begun, and its host. */
export function Beginning({ site, composed: { list } }: Pick<Props, 'site' | 'composed'>) {
  const has = useHas();
  const { records } = list;
  return (
    <>
      {records.length > 0 && (
        <section className="home-beginning wrap" data-count={records.length} aria-label="新文章">
          {records.map((article) => (
            <BeginningCard key={article.id} article={article} />
          ))}
        </section>
      )}
      <section className="home-host wrap" aria-label="关于站长">
        <div className="home-host-name">
          <Face name={site.authorName} picture={site.authorAvatar} size="xl" />
          <div>
            <h2>{site.authorName}</h2>
            {site.authorIntro && <p className="type-small sub">{site.authorIntro}</p>}
          </div>
        </div>
        <div>
          <p className="home-host-words">
            {`这里刚开张。新文章会先到 RSS，再到首页${has('board') ? '；有话想说，留言板上写一句就好' : ''}。`}
          </p>
          <div className="row gap-4 row-wrap">
            <a className="btn" href="/rss.xml">
              <Icon name="rss" />
              订阅
            </a>
            {has('board') && (
              <Link className="btn" to="/message">
                去留言板写一句
              </Link>
            )}
          </div>
        </div>
      </section>
    </>
  );
}

/** Reprints without an own picture are text only. */
function BeginningCard({ article }: { article: ArticleCard }) {
  const isPictured = article.original || article.cover !== '';
  return (
    <article className={isPictured ? '' : 'home-beginning-plain'}>
      <TitledCover article={article} sizes="(max-width: 640px) 100vw, 568px" isPictured={isPictured} />
      <p className="sub clamp-2">{article.summary}</p>
      <LeadMeta article={article} isQuiet />
    </article>
  );
}
