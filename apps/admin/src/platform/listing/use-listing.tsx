import type { Page } from '@mojian/contract/platform/fields';
import { searchCountedTo } from '@mojian/contract/platform/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorText } from '../http-api.ts';
import type { Follows } from '../query.ts';
import { changeQuery, type Query, readQuery } from './list-query.ts';
import { applyPending, applyRefresh, type Identified, type ListState } from './list-state.ts';
import './use-listing.css';

export type Load<Row> = (query: { query: never }) => Promise<Page<Row>>;

/** `round`: a change of it loads again. `isInUse`: somebody works with the list, so rows must not move. */
type Options = { follows: Follows; round?: number | undefined; isInUse: () => boolean };

const empty = { page: undefined, failure: '', isLoading: true, fresh: [], pending: undefined };

/**
 * Loads a list whose filters, page and order stand in the address. `names` are the parameters that filter; a change of
 * one begins at the first page. Changes by others are merged in quietly while the list is open.
 */
export function useListing<Row extends Identified>(load: Load<Row>, names: readonly string[], options: Options) {
  const [address, setAddress] = useSearchParams();
  const query = readQuery(address, names);
  const [reloads, setReloads] = useState(0);
  const [state, setState] = useState<ListState<Row>>(empty);
  const answer = useQuery({
    queryKey: [window.location.pathname, query, reloads, options.round],
    queryFn: () => load({ query: query as never }),
    placeholderData: keepPreviousData<Page<Row>>,
    meta: { follows: options.follows },
  });
  const key = JSON.stringify([query, reloads, options.round]);
  const isLoading = answer.isPending || answer.isPlaceholderData;
  const merge = useEffectEvent(() => {
    if (isLoading) return;
    if (answer.isLoadingError) setState({ ...empty, failure: errorText(answer.error), isLoading: false });
    else if (answer.data) setState((before) => next(before, answer.data, options.isInUse()));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes
  useEffect(() => setState((before) => ({ ...before, isLoading: true })), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every refetch, also when the data is equal
  useEffect(() => merge(), [answer.data, answer.dataUpdatedAt, answer.errorUpdatedAt, isLoading, key]);

  const change = useCallback((part: Query) => setAddress(() => changeQuery(currentSearch(), part)), [setAddress]);
  const { page } = state;
  // the last page was emptied: the one before it is shown
  const isPast = page !== undefined && page.records.length === 0 && page.total > 0 && page.pageNo > 1;
  useEffect(() => {
    if (isPast) change({ pageNo: String(Math.max(1, page.pages)) });
  }, [isPast, page, change]);
  return {
    ...state,
    query,
    change,
    /** Number of rows, of a search that is counted only so far with 「至少」. */
    total: `${'text' in query && page?.total === searchCountedTo ? '至少 ' : ''}${page?.total ?? 0}`,
    /** True while a filter or a tab leaves anything out. */
    isNarrowed: names.some((name) => name in query),
    reload: () => setReloads((now) => now + 1),
    catchUp: () => setState(applyPending),
  };
}

/** The address bar's parameters: those of the last render are old while React still draws the screen just opened. */
export function currentSearch() {
  return new URLSearchParams(window.location.search);
}

function next<Row extends Identified>(before: ListState<Row>, page: Page<Row>, isInUse: boolean): ListState<Row> {
  return before.isLoading ? { ...empty, page, isLoading: false } : applyRefresh(before, page, isInUse);
}

const overlays = '.ant-modal-wrap, .ant-drawer-open, .ant-popover:not(.ant-popover-hidden)';

/** True while somebody points at the list, has focus or rows selected in it, has a dialog open or scrolled into it. */
export function isInUse(list: HTMLElement | null) {
  if (!list) return false;
  const isDialogOpen = [...document.querySelectorAll(overlays)].some((one) => one.checkVisibility());
  return (
    isDialogOpen ||
    list.matches(':hover, :focus-within') ||
    list.querySelector('.listing-batch') !== null ||
    list.getBoundingClientRect().top < 0
  );
}

/** Offers to show changes that would have moved rows under somebody's hand. It lies above the rows. */
export function UpdateNotice({ isDue, catchUp }: { isDue: boolean; catchUp: () => void }) {
  return (
    <div className="listing-update" role="status">
      {isDue && (
        <button type="button" onClick={catchUp}>
          有新的变化，点这里刷新
        </button>
      )}
    </div>
  );
}
