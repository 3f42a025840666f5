import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Empty } from './empty.tsx';

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

/** `next` marks where the following part begins, for lists that tell it. */
export type Part<Row> = { records: Row[]; total: number; pages: number; pageNo: number; next?: string | null };

/** What was appended to a list, by history entry: on the way back the page is as long as it was left. */
const kept = new Map<string, Part<{ id: number }>[]>();

/**
 * A list that grows page by page below the `first` part. Give the component a `key` that changes with the list itself
 * (its address), so that another list starts anew. `load` gets the part after which the next one comes.
 */
export function useMore<Row extends { id: number }>(
  first: Part<Row>,
  load: (pageNo: number, last: Part<Row>) => Promise<Part<Row>>,
) {
  const { key } = useLocation();
  const [parts, setParts] = useState(() => (kept.get(key) as Part<Row>[] | undefined) ?? []);
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  useEffect(() => {
    if (parts.length > 0) kept.set(key, parts);
  }, [key, parts]);

  const last = parts.at(-1) ?? first;
  const loadMore = async () => {
    setState('loading');
    try {
      const part = await load(last.pageNo + 1, last);
      setParts([...parts, part]);
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return {
    rows: withoutRepeats([first, ...parts]),
    hasMore: last.pageNo < last.pages,
    next: last.pageNo + 1,
    state,
    loadMore,
  };
}

/** A row written meanwhile pushes the others on, so that the next part begins with one already here. */
function withoutRepeats<Row extends { id: number }>(parts: Part<Row>[]) {
  const rows = parts.flatMap(({ records }) => records);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
