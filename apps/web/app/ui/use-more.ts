import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

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
