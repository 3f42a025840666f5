import { Link } from 'react-router';
import { Empty } from './empty.tsx';
import type { useMore } from './use-more.ts';

type Props = {
  more: Pick<ReturnType<typeof useMore>, 'hasMore' | 'state' | 'loadMore'>;
  /** Address of the next page: where the link leads without scripts. */
  address: string;
  words: string;
  /** Shown once there is no more. */
  end: string;
};

/** The end of a list that grows: the way to more of it, or the word that this was all. */
export function More({ more: { hasMore, state, loadMore }, address, words, end }: Props) {
  if (!hasMore) return <p className="list-end">{end}</p>;
  const failed = state === 'failed';
  const link = (
    <Link
      className="btn"
      to={address}
      aria-disabled={state === 'loading'}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (state !== 'loading') void loadMore();
      }}
    >
      {state === 'loading' ? '正在加载…' : failed ? '重试' : words}
    </Link>
  );
  return (
    <div className="loadmore" role="status">
      {failed ? (
        <Empty drawing="torn" title="没有加载完">
          <p>网络打了个盹，其余的还在路上。</p>
          {link}
        </Empty>
      ) : (
        link
      )}
    </div>
  );
}

/** The way back from a later page, for those who came by its address. */
export function Earlier({ page, pages, address }: { page: number; pages: number; address: string }) {
  if (page <= 1) return null;
  return (
    <p className="earlier">
      <Link to={address}>前一页</Link>
      <span>{`第 ${page} 页，共 ${pages} 页`}</span>
    </p>
  );
}
