import type { Page } from '@mojian/contract/platform/fields';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLook } from '../shell/use-look.ts';
import { wordsOf } from '../words-of.ts';
import type { Listed } from './news.ts';
import { caughtUp, type Shown, withNews } from './shown.ts';

type Query = Record<string, string>;
export type Load<Row> = (query: { query: never }) => Promise<Page<Row>>;

/** `isInHand`: whether somebody is at it, so that rows must not move. */
type Options = { round?: number | undefined; isInHand: () => boolean };

const empty = { page: undefined, failure: '', isLoading: true, fresh: [], later: undefined };

/**
 * A table whose filters, page and order stand in the address: a link shows the same to whoever opens it, and going back
 * goes back. `names`: which parameters are filters. A change of a filter begins at the first page. While it is open it
 * looks quietly for what others changed.
 */
export function useListing<Row extends Listed>(load: Load<Row>, names: readonly string[], options: Options) {
  const [address, setAddress] = useSearchParams();
  const query = queryOf(address, names);
  const asked = JSON.stringify(query);
  const [shown, setShown] = useState<Shown<Row>>(empty);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rounds ask again for the same
  useEffect(() => {
    let isOld = false;
    setShown((before) => ({ ...before, isLoading: true }));
    load({ query: JSON.parse(asked) as never }).then(
      (page) => !isOld && setShown({ ...empty, page, isLoading: false }),
      (error) => !isOld && setShown({ ...empty, failure: wordsOf(error), isLoading: false }),
    );
    return () => {
      isOld = true;
    };
  }, [load, asked, round, options.round]);

  useLook(async (isOld) => {
    const page = await load({ query: JSON.parse(asked) as never });
    if (!isOld()) setShown((before) => withNews(before, page, options.isInHand()));
  }, `${asked} ${round} ${options.round}`);

  const change = useCallback(
    (part: Query) =>
      setAddress((before) => {
        const next = new URLSearchParams(before);
        if (!('pageNo' in part)) next.delete('pageNo');
        for (const [name, value] of Object.entries(part)) value === '' ? next.delete(name) : next.set(name, value);
        return next;
      }),
    [setAddress],
  );
  const { page } = shown;
  // the last page was emptied: what is before it is shown
  const isPast = page !== undefined && page.records.length === 0 && page.total > 0 && page.pageNo > 1;
  useEffect(() => {
    if (isPast) change({ pageNo: String(Math.max(1, page.pages)) });
  }, [isPast, page, change]);
  return {
    ...{ ...shown, query, change },
    /** Whether a filter or a tab leaves anything out. */
    isNarrowed: names.some((name) => name in query),
    reload: () => setRound((now) => now + 1),
    catchUp: () => setShown(caughtUp),
  };
}

function queryOf(address: URLSearchParams, names: readonly string[]): Query {
  const given = [...names, 'pageNo', 'pageSize'].map((name) => [name, address.get(name) ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
