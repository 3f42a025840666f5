import type { ArticleCard } from '@mojian/contract/articles';
import { Link } from 'react-router';
import { Empty } from '../../ui/empty.tsx';
import { figures } from '../../ui/figures.ts';
import { type Part, useMore } from '../../ui/use-more.ts';
import { ArticleRow, PinnedRow } from './article-row.tsx';

type Props = {
  first: Part<ArticleCard>;
  loadPage: (pageNo: number) => Promise<Part<ArticleCard>>;
  /** Address of a page of this list: where "more" leads without scripts. */
  addressOf: (pageNo: number) => string;
  /** Shown when there is nothing at all. */
  empty: React.ReactNode;
  heading?: 'h2' | 'h3';
};

/** Articles one below the other, and more of them on demand. Give it a `key` that changes with the list's address. */
export function ArticleList({ first, loadPage, addressOf, empty, heading }: Props) {
  const more = useMore(first, loadPage);
  if (more.rows.length === 0) return empty;
  return (
    <>
      {first.pageNo > 1 && (
        <p className="earlier">
          <Link to={addressOf(first.pageNo - 1)}>前一页</Link>
          <span>{`第 ${first.pageNo} 页，共 ${first.pages} 页`}</span>
        </p>
      )}
      {more.rows.map((article) =>
        article.pinned ? (
          <PinnedRow key={article.id} article={article} />
        ) : (
          <ArticleRow key={article.id} article={article} {...(heading && { heading })} />
        ),
      )}
      <ListEnd more={more} total={first.total} address={addressOf(more.next)} />
    </>
  );
}

type More = ReturnType<typeof useMore<ArticleCard>>;

function ListEnd({ more: { hasMore, state, loadMore }, total, address }: EndProps) {
  if (!hasMore) return <p className="list-end">{`到这里就读完了，共 ${figures(total)} 篇`}</p>;
  const failed = state === 'failed';
  const button = (
    <Link
      className="btn"
      to={address}
      aria-disabled={state === 'loading'}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (state !== 'loading') loadMore();
      }}
    >
      {state === 'loading' ? '正在取来…' : failed ? '再取一次' : '再读几篇'}
    </Link>
  );
  return (
    <div className="loadmore" role="status">
      {failed ? (
        <Empty drawing="torn" title="这一页只到了一半">
          <p>网络打了个盹，其余的还在路上。</p>
          {button}
        </Empty>
      ) : (
        button
      )}
    </div>
  );
}

type EndProps = { more: More; total: number; address: string };
