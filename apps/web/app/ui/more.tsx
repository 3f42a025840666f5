import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readUser } from '../session/session.ts';
import { Empty } from './empty.tsx';
import { Link } from './link.tsx';

type Props = {
  more: Pick<ReturnType<typeof useMore>, 'hasMore' | 'state' | 'loadMore'>;
  /** Address of the next page, for readers without scripts. */
  address: string;
  words: string;
  /** Text shown after the last page. */
  end: string;
};

/** End of a paged list: the button for more, or the final text. */
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
    <div className="load-more" role="status">
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

/** Link to earlier pages, for readers who opened a later one by its address. */
export function Earlier({ page, pages, address }: { page: number; pages: number; address: string }) {
  if (page <= 1) return null;
  return (
    <p className="list-earlier">
      <Link to={address}>前一页</Link>
      <span>{`第 ${page} 页，共 ${pages} 页`}</span>
    </p>
  );
}

/** `next` is the cursor of the following page, for lists that use one. */
export type Part<Row> = { records: Row[]; total: number; pages: number; pageNo: number; next?: string | null };

type SavedPages = { reader: number | undefined; appended: Part<{ id: number }>[] };

/** Appended pages by history entry, so that going back restores the list's length, for the reader who saw them. */
const savedPages = new Map<string, SavedPages>();

function readPages(key: string) {
  const saved = savedPages.get(key);
  return saved && saved.reader === readUser()?.id ? saved.appended : [];
}

/**
 * Appends pages below the `first`. Give the component a `key` that changes with the list (its address), so that another
 * list starts afresh. `load` gets the last page and returns the next.
 */
export function useMore<Row extends { id: number }>(
  first: Part<Row>,
  load: (pageNo: number, last: Part<Row>) => Promise<Part<Row>>,
) {
  const { key } = useLocation();
  const [appended, setAppended] = useState(() => readPages(key) as Part<Row>[]);
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('resting');
  useEffect(() => {
    if (appended.length > 0) savedPages.set(key, { reader: readUser()?.id, appended });
  }, [key, appended]);

  const last = appended.at(-1) ?? first;
  const loadMore = async () => {
    setState('loading');
    try {
      const part = await load(last.pageNo + 1, last);
      setAppended([...appended, part]);
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return {
    rows: withoutRepeats([first, ...appended]),
    hasMore: last.pageNo < last.pages,
    next: last.pageNo + 1,
    state,
    loadMore,
  };
}

/** Rows inserted meanwhile shift the pages, so that the next one may repeat some. */
function withoutRepeats<Row extends { id: number }>(appended: Part<Row>[]) {
  const rows = appended.flatMap(({ records }) => records);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
