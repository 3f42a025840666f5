import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Page } from '@mojian/contract/platform/fields';
import { useNavigate, useNavigation } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { Link } from '../../../ui/link.tsx';
import { useLate } from '../../../ui/loading.ts';
import { ArticleList, ArticleListWaiting } from '../articles/article-list.tsx';
import { CategoryBand, CategoryNeighbours, CategoryYears } from './category-band.tsx';
import { CategoryIndex } from './category-index.tsx';
import { type Chip, type Chips, chosenOf, type Kind, kinds, sentence } from './chip-kinds.ts';
import { type Choice, chipsAddress } from './choice.ts';
import { TagIndex } from './tag-index.tsx';
import '../../../ui/switch.css';
import './chips.css';

type Props = { kind: Kind; data: Chips; loadPage: (pageNo: number) => Promise<Page<ArticleCard>> };

/** An index of categories or tags with the newest articles, or one of them with its own. */
export function ChipsScreen({ kind, data, loadPage }: Props) {
  const { choice, list } = data;
  const { path } = kinds[kind];
  const coming = useComing(path);
  const here = (page: number) => chipsAddress(path, { ...choice, page });
  const isCategory = kind === 'category' && data.figures !== undefined;
  return (
    <main id="main" className="wrap chips">
      <Head kind={kind} data={data} id={(coming ?? choice).id} />
      <div className="cols">
        <section aria-busy={coming !== undefined}>
          {!isCategory && <Picked kind={kind} data={{ ...data, choice: coming ?? choice }} />}
          {coming ? (
            <ArticleListWaiting rows={list.records.length} />
          ) : (
            <ArticleList
              key={here(choice.page)}
              first={list}
              loadPage={loadPage}
              addressOf={here}
              empty={<Nothing kind={choice.id ? kind : undefined} />}
              heading={isCategory ? 'h2' : 'h3'}
              pinnedFirst={choice.by === 'new'}
            />
          )}
        </section>
        <Beside kind={kind} data={data} />
      </div>
    </main>
  );
}

type HeadProps = { kind: Kind; data: Chips; id: number | undefined };

/** Band of a chosen category, otherwise the title with what there is to choose. */
function Head({ kind, data, id }: HeadProps) {
  const { chips, total, choice, shelves, figures } = data;
  const chosen = chosenOf(data);
  if (figures && chosen)
    return (
      <CategoryBand category={chosen} figures={figures}>
        {choice.year ? (
          <Link className="btn btn-sm" to={chipsAddress('/category', { id: choice.id })}>
            {`只看 ${choice.year} 年，取消`}
          </Link>
        ) : (
          <Sorting path="/category" choice={choice} />
        )}
      </CategoryBand>
    );
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{kinds[kind].word}</h1>
          <p>{sentence(kind, data)}</p>
        </div>
        <nav className="switch" aria-label="查看方式">
          <Choose to="/tags" on={kind === 'tag'} label="标签" />
          <Choose to="/category" on={kind === 'category'} label="分类" />
        </nav>
      </header>
      {shelves && <CategoryIndex shelves={shelves} />}
      {kind === 'tag' && <TagWall chips={chips} total={total} id={id} isIndex={choice.id === undefined} />}
    </>
  );
}

function Sorting({ path, choice }: { path: string; choice: Choice }) {
  return (
    <nav className="switch push" aria-label="排序">
      <Choose to={chipsAddress(path, { id: choice.id })} on={choice.by === 'new'} label="最新" />
      <Choose to={chipsAddress(path, { id: choice.id, by: 'hot' })} on={choice.by === 'hot'} label="最热" />
    </nav>
  );
}

/** Beside the list of a category its years and neighbours, beside any the tags that its articles have. */
function Beside({ kind, data }: { kind: Kind; data: Chips }) {
  const { chips, choice, list, figures } = data;
  const pigment = chosenOf(data)?.pigment;
  const isEmpty = !figures && list.records.every(({ tags }) => tags.length === 0);
  if (isEmpty) return null;
  return (
    <aside className="aside">
      {figures && <CategoryYears choice={choice} figures={figures} pigment={pigment} />}
      <Companions articles={list.records} kind={kind} id={choice.id} />
      {figures && <CategoryNeighbours figures={figures} others={chips.filter(({ id }) => id !== choice.id)} />}
    </aside>
  );
}

/** Heading and sort order of the list. */
function Picked({ kind, data }: { kind: Kind; data: Chips }) {
  const { choice, list } = data;
  const { path, word } = kinds[kind];
  const chosen = chosenOf(data);
  // the name of a chip with only drafts is not public
  const name = chosen?.name ?? (choice.id ? `这个${word}` : '全部文章');
  const count = chosen?.articles ?? list.total;
  return (
    <header className="chips-pick row items-baseline gap-3-5">
      <h2>
        {chosen && kind === 'tag' && <span aria-hidden="true">#</span>}
        {name}
      </h2>
      <p>{[count > 0 && `${count} 篇`, chosen?.intro].filter(Boolean).join('，')}</p>
      {list.total > 1 && <Sorting path={path} choice={choice} />}
    </header>
  );
}

function Choose({ to, on, label }: { to: string; on: boolean; label: string }) {
  return (
    <Link to={to} aria-current={on ? 'true' : undefined} preventScrollReset>
      {label}
    </Link>
  );
}

const nothing = { tag: '这个标签下还没有文章', category: '这个分类下还没有文章' };

function Nothing({ kind }: { kind: Kind | undefined }) {
  return (
    <Empty title={kind ? nothing[kind] : '还没有文章'}>
      <p>写下的文章，会按时收进来。</p>
    </Empty>
  );
}

type WallProps = { chips: Chip[]; total: number; id: number | undefined; isIndex: boolean };

/** Plain links: the router's own took most of the time of a page with a thousand tags. */
function TagWall({ chips, total, id, isIndex }: WallProps) {
  const follow = useFollowing();
  if (isIndex) return <TagIndex chips={chips} follow={follow} />;
  const { path } = kinds.tag;
  const most = chips[0]?.articles ?? 1;
  return (
    <nav className="chips-wall row row-wrap gap-2-5" aria-label="标签">
      {chips.map((chip) => (
        <a
          key={chip.id}
          className={`chip chips-size-${sizeOf(chip.articles, most)}`}
          href={chipsAddress(path, { id: chip.id })}
          onClick={follow}
          aria-current={chip.id === id ? 'true' : undefined}
        >
          {chip.name}
          {chip.articles > 0 && <span className="small-count">{chip.articles}</span>}
        </a>
      ))}
      {chips.length < total && (
        <Link className="chip chips-all" to={path}>
          {`全部 ${total} 个`}
        </Link>
      )}
    </nav>
  );
}

/** Opens a link of this site in the page, unless the reader wants another window. */
function useFollowing() {
  const navigate = useNavigate();
  return (event: React.MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(event.currentTarget.getAttribute('href') ?? '');
  };
}

/** 1 to 4 on a square-root scale, as a few tags are used far more than the others. */
function sizeOf(articles: number, most: number) {
  return 1 + Math.round(3 * Math.sqrt(articles / most));
}

const most = 10;

const headings = { tag: '常走在一起', category: '常写到' };

type CompanionsProps = { articles: ArticleCard[]; kind: Kind; id: number | undefined };

/** Tags that occur most among the listed articles. */
function Companions({ articles, kind, id: chosen }: CompanionsProps) {
  const tags = articles.flatMap((article) => article.tags).filter(({ id }) => kind !== 'tag' || id !== chosen);
  const times = Map.groupBy(tags, ({ id }) => id);
  const companions = [...times.values()].sort((a, b) => b.length - a.length).slice(0, most);
  if (companions.length === 0) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{chosen ? headings[kind] : '文中提到'}</h2>
      </div>
      <ul className="chips-companions row row-wrap">
        {companions.map(([tag]) => (
          <li key={tag?.id}>
            <Link className="tag" to={`/tags?id=${tag?.id}`}>
              {tag?.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The list being navigated to on this screen, after a delay. Unlike the loader it accepts any address. */
function useComing(path: string): Choice | undefined {
  const { location } = useNavigation();
  return useLate(location?.pathname === path ? looselyRead(location.search) : undefined);
}

function looselyRead(search: string): Choice {
  const query = new URLSearchParams(search);
  return { id: Number(query.get('id')) || undefined, page: 1, by: query.get('by') === 'hot' ? 'hot' : 'new' };
}
