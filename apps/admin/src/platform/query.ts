import { isFailure } from '@mojian/contract/platform/failures';
import type { Permission } from '@mojian/contract/platform/permissions';
import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  skipToken,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

/**
 * Calls fail at once, offline too: the screen says why and offers to retry. Answers are dropped with the screen that
 * asked, so that each visit begins with fresh data.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

/** Noun of a permission; the stream reports changes by it. */
export type Noun = Permission extends `${infer Name}.${string}` ? Name : never;
/** Nouns whose changes refetch a query quietly: its own, and those its rows name or count. */
export type Follows = readonly Noun[] | 'everything';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { follows?: Follows };
  }
}

/** Imports, restores and sample content change every list. */
const affectsAll: Noun[] = ['backups', 'setup'];

/** Refetches the mounted queries that follow one of these nouns, or all that follow any. */
export function refetchFollowers(changed: 'everything' | ReadonlySet<Noun>) {
  const isAll = changed === 'everything' || affectsAll.some((noun) => changed.has(noun));
  const isAffected = (follows: Follows) =>
    isAll || follows === 'everything' || follows.some((noun) => changed.has(noun));
  return queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.follows !== undefined && isAffected(meta.follows),
  });
}

type AnswerOptions<Answer> = Pick<
  UseQueryOptions<Answer>,
  'refetchInterval' | 'refetchIntervalInBackground' | 'refetchOnWindowFocus'
>;

/** Fetches on mount, when the key changes and on `reload`; the previous answer stays until the next arrives. */
export function useAnswer<Answer>(
  queryKey: QueryKey,
  call: () => Promise<Answer>,
  options: AnswerOptions<Answer> = {},
) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: call,
    placeholderData: keepPreviousData,
    ...options,
  });
  const failure = error ? (isFailure(error) ? error.message : '加载失败，请检查网络') : '';
  return { answer: data, failure, reload: useCallback(() => void refetch(), [refetch]) };
}

/** Searches once typing pauses; a failed search finds nothing. `isSearching` until the results are those of `text`. */
export function useSearchAsTyped<Found>(key: QueryKey, text: string, find: (text: string) => Promise<Found[]>) {
  const [term, setTerm] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setTerm(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [...key, term],
    queryFn: term === undefined ? skipToken : () => find(term).catch(() => []),
    placeholderData: keepPreviousData,
  });
  return { found: data ?? [], isSearching: term !== text || isPending || isPlaceholderData };
}
