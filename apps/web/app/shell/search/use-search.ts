import type { Found } from '@mojian/contract/articles';
import { useEffect, useState } from 'react';
import type { Part } from '../../ui/use-more.ts';

export type Search = (keyword: string, pageNo: number) => Promise<Part<Found>>;
type State = { keyword: string; found?: Part<Found>; busy: boolean; failed: boolean };

const pause = 250;
const nothing: State = { keyword: '', busy: false, failed: false };

/** Searches once the typing pauses. All white space is removed; an empty keyword clears the results. */
export function useSearch(search: Search, typed: string) {
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const keyword = typed.replace(/\s/gu, '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt searches the same word again
  useEffect(() => {
    if (!keyword) return setState(nothing);
    let current = true;
    setState((before) => ({ ...before, busy: true, failed: false }));
    const timer = setTimeout(async () => {
      const next = await find(search, keyword);
      if (current) setState(next);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [keyword, attempt]);

  const loadMore = async () => {
    const { found } = state;
    if (!found || state.busy) return;
    setState({ ...state, busy: true, failed: false });
    const next = await find(search, keyword, found);
    setState((now) => (now.found === found ? next : now));
  };
  return { ...state, loadMore, retry: state.found ? loadMore : () => setAttempt(attempt + 1) };
}

/** The first ten, or ten more below those found before. */
async function find(search: Search, keyword: string, before?: Part<Found>): Promise<State> {
  try {
    const part = await search(keyword, (before?.pageNo ?? 0) + 1);
    const found = { ...part, records: [...(before?.records ?? []), ...part.records] };
    return { keyword, found, busy: false, failed: false };
  } catch {
    return { keyword, ...(before && { found: before }), busy: false, failed: true };
  }
}
