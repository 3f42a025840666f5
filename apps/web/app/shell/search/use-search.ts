import type { FoundWriting } from '@mojian/contract/pages/search';
import { useEffect, useState } from 'react';
import { tidySearch } from '../../features/pages/search/search-address.ts';
import type { Part } from '../../ui/more.tsx';

export type FoundPart = Part<FoundWriting> & { suggestion: string; instead: boolean; marks: string[] };
export type Search = (text: string, pageNo: number) => Promise<FoundPart>;
type State = { text: string; found?: FoundPart; busy: boolean; failed: boolean };

const pause = 250;
const nothing: State = { text: '', busy: false, failed: false };

/** Debounced search. Keywords keep inner blanks; an empty one clears the results. */
export function useSearch(search: Search, typed: string) {
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const text = tidySearch(typed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the search
  useEffect(() => {
    if (!text) return setState(nothing);
    let current = true;
    setState((before) => ({ ...before, busy: true, failed: false }));
    const timer = setTimeout(async () => {
      const next = await find(search, text);
      if (current) setState(next);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, attempt]);

  const loadMore = async () => {
    const { found } = state;
    if (!found || state.busy) return;
    setState({ ...state, busy: true, failed: false });
    const next = await find(search, text, found);
    setState((now) => (now.found === found ? next : now));
  };
  return { ...state, loadMore, retry: state.found ? loadMore : () => setAttempt(attempt + 1) };
}

/** The first ten results, or the next ten after `before`. */
async function find(search: Search, text: string, before?: FoundPart): Promise<State> {
  try {
    const part = await search(text, (before?.pageNo ?? 0) + 1);
    const marks = [...new Set([...(before?.marks ?? []), ...part.marks])].sort((a, b) => b.length - a.length);
    const found = { ...part, marks, records: [...(before?.records ?? []), ...part.records] };
    return { text, found, busy: false, failed: false };
  } catch {
    return { text, ...(before && { found: before }), busy: false, failed: true };
  }
}

const key = 'searches';
const most = 5;

/** Recent searches of this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(word: string) {
  const words = [word, ...recentSearches().filter((other) => other !== word)];
  try {
    localStorage.setItem(key, JSON.stringify(words.slice(0, most)));
  } catch {
    // storage is full or forbidden
  }
}
