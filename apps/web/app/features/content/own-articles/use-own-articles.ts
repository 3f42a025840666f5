import type { OwnArticle, OwnArticleCounts } from '@mojian/contract/content/drafts';
import { useEffect, useRef, useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import type { Shelf } from './states.ts';

type Calls = CallsOf<'drafts'>['drafts'];
type Listed = { records: OwnArticle[]; total: number; counts: OwnArticleCounts };

/** By shelf and keyword: who comes back sees the list as long as it was, while it is loaded anew. */
const kept = new Map<string, Listed>();

const pageSize = 20;

/** The member's own articles on one shelf, as far as they are loaded, and what can be done with them. */
export function useOwnArticles({ list }: Calls, shelf: { state: Shelf; keyword: string }) {
  const name = JSON.stringify(shelf);
  const [shown, setShown] = useState<{ name: string; listed: Listed }>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('loading');
  const wanted = useRef(name);
  wanted.current = name;
  const listed = shown?.name === name ? shown.listed : kept.get(name);

  /** Asks for so many from the first on. What another shelf was asked for meanwhile is not this one's. */
  const load = async (atLeast: number) => {
    setState('loading');
    try {
      const fresh = await loadSome(list, shelf, atLeast);
      kept.set(name, fresh);
      if (wanted.current !== name) return;
      setShown({ name, listed: fresh });
      setState('resting');
    } catch {
      if (wanted.current === name) setState('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for all that is asked
  useEffect(() => {
    void load(listed?.records.length ?? 0);
  }, [name]);

  return {
    listed,
    state,
    again: () => load(listed?.records.length ?? 0),
    loadMore: () => void (state !== 'loading' && load((listed?.records.length ?? 0) + 1)),
  };
}

async function loadSome(list: Calls['list'], { state, keyword }: { state: Shelf; keyword: string }, atLeast: number) {
  const narrowed = { pageSize, keyword, ...(state && { state }) };
  const records: OwnArticle[] = [];
  let pageNo = 1;
  let answer: Awaited<ReturnType<Calls['list']>>;
  do {
    answer = await list({ query: { ...narrowed, pageNo } });
    records.push(...answer.data.records);
    pageNo++;
  } while (records.length < atLeast && pageNo <= answer.data.pages);
  const unique = [...new Map(records.map((article) => [article.id, article])).values()];
  return { records: unique, total: answer.data.total, counts: answer.extra };
}
