import type { ArticleCard } from '@mojian/contract/content/articles';
import { useHas } from '../../../site/features-on.ts';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Earlier, More, type Part, useMore } from '../../../ui/more.tsx';
import './article-list.css';

type Props = {
  first: Part<ArticleCard>;
  loadPage: (pageNo: number) => Promise<Part<ArticleCard>>;
  /** Address of a page of this list, for readers without scripts. */
  addressOf: (pageNo: number) => string;
  empty: React.ReactNode;
  heading?: 'h2' | 'h3';
  /** Whether pinned articles come first; in any other order they are rows like the rest. */
  pinnedFirst?: boolean;
  /** Rendered at the end of each row's last line. */
  extra?: (article: ArticleCard) => React.ReactNode;
};

/** A paged list of articles. Give it a `key` that changes with the list's address. */
export function ArticleList({ first, loadPage, addressOf, empty, heading = 'h2', pinnedFirst, extra }: Props) {
  const more = useMore(first, loadPage);
  if (more.rows.length === 0) return empty;
  return (
    <>
      <Earlier page={first.pageNo} pages={first.pages} address={addressOf(first.pageNo - 1)} />
      {more.rows.map((article) =>
        pinnedFirst && article.pinned ? (
          <PinnedRow key={article.id} article={article} />
        ) : (
          <ArticleRow key={article.id} article={article} extra={extra?.(article)} heading={heading} />
        ),
      )}
      <More
        more={more}
        address={addressOf(more.next)}
        words="加载更多"
        end={`到这里就读完了，共 ${figures(first.total)} 篇`}
      />
    </>
  );
}

type RowProps = {
  article: ArticleCard;
  heading: 'h2' | 'h3';
  extra?: React.ReactNode;
  /** As in the `sizes` attribute of the cover. */
  sizes?: string;
  /** Whether it has a picture in any case. */
  isPictured?: boolean;
};

/** Reprints without an own picture show none, which varies the rhythm of the covers. */
export function ArticleRow({ article, heading: Title, extra, sizes = rowSizes, isPictured = false }: RowProps) {
  const { path, title, summary, original, cover } = article;
  const pictured = isPictured || original || cover !== '';
  return (
    <article className={pictured ? 'article-row' : 'article-row article-row-plain'}>
      {pictured && (
        <Link className="cover-box" to={path} tabIndex={-1} aria-hidden="true">
          <Cover article={article} sizes={sizes} />
        </Link>
      )}
      <div className="article-row-body stack gap-2-5">
        <ArticleMarks article={article} />
        <Title>
          <Link className="hover-line" to={path}>
            {title}
          </Link>
        </Title>
        <p className="article-row-summary clamp-2 sub">{summary}</p>
        <RowMeta article={article} extra={extra} />
      </div>
    </article>
  );
}

const rowSizes = '(max-width: 640px) 104px, 232px';

/** Compact row of a pinned article. */
export function PinnedRow({ article: { path, title, publishedAt, comments } }: { article: ArticleCard }) {
  return (
    <article className="article-row article-row-pinned">
      <div className="article-row-body stack gap-2-5">
        <span className="badge badge-fill">置顶</span>
        <h2>
          <Link className="hover-line" to={path}>
            {title}
          </Link>
        </h2>
        <div className="meta">
          <Moment at={publishedAt} />
          <CommentCount value={comments} />
        </div>
      </div>
    </article>
  );
}

export function ArticleMarks({ article: { category, original, isAlbum } }: { article: ArticleCard }) {
  return (
    <div className="article-row-top">
      {category && (
        <Link className="label" to={`/category?id=${category.id}`}>
          {category.name}
        </Link>
      )}
      {isAlbum && <span className="origin-mark">影集</span>}
      <span className={original ? 'origin-mark' : 'origin-mark origin-mark-repost'}>{original ? '原创' : '转载'}</span>
    </div>
  );
}

function RowMeta({ article, extra }: Pick<RowProps, 'article' | 'extra'>) {
  const { author, publishedAt, views, comments, likes, tags } = article;
  return (
    <div className="meta">
      <Link className="article-row-writer" to={`/user/${author.id}`}>
        {author.nickname}
      </Link>
      <Moment at={publishedAt} />
      <Count icon="eye" words="阅读" value={views} />
      <CommentCount value={comments} />
      <Count icon="heart" words="点赞" value={likes} />
      {tags.map(({ id, name }) => (
        <Link key={id} className="tag" to={`/tags?id=${id}`}>
          {name}
        </Link>
      ))}
      {extra}
    </div>
  );
}

/** Skeleton rows as high as articles. */
export function ArticleListWaiting({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div className="article-row article-row-waiting" key={row}>
          <div className="cover-box skeleton" />
          <div className="article-row-body stack gap-2-5">
            <div className="skeleton" />
            <div className="skeleton" />
            <div className="skeleton" />
            <div className="skeleton" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Hidden on a site without comments. */
export function CommentCount({ value }: { value: number }) {
  return useHas()('comments') && <Count icon="talk" words="评论" value={value} />;
}
