import { type QueryKey, useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorText } from '../http-api.ts';
import { isInUse } from '../listing/use-listing.tsx';
import type { Follows } from '../query.ts';

type Order<Things> = { queryKey: QueryKey; load: () => Promise<Things>; follows: Follows };

/**
 * Things in an order that is saved as soon as it changes: shown at once, sent one order after another, undone with a
 * message when refused. Changes by others appear quietly, or on request while somebody works with the list.
 */
export function useOrdered<Things>({ queryKey, load, follows }: Order<Things>, list: RefObject<HTMLElement | null>) {
  const { message } = App.useApp();
  const { data, dataUpdatedAt, isLoadingError, error, refetch } = useQuery({
    queryKey,
    queryFn: load,
    meta: { follows },
  });
  const [accepted, setAccepted] = useState<Things>();
  /** The order on screen until the server has confirmed it. */
  const [moved, setMoved] = useState<Things>();
  const sending = useRef({ count: 0, last: Promise.resolve() });

  const accept = (now: Things | undefined) => {
    setAccepted(now);
    setMoved(undefined);
  };
  const onData = useEffectEvent(() => {
    if (data === undefined || sending.current.count > 0) return;
    if (accepted === undefined || !isInUse(list.current)) accept(data);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every refetch, also when the data is equal
  useEffect(() => onData(), [data, dataUpdatedAt]);

  const reload = async () => {
    const now = await refetch();
    if (now.isSuccess && sending.current.count === 0) accept(now.data);
  };
  const order = (next: Things, send: () => Promise<unknown>) => {
    sending.current.count += 1;
    setMoved(next);
    const refuse = (cause: unknown) => {
      message.error(errorText(cause));
      setMoved(undefined);
    };
    const end = () => {
      sending.current.count -= 1;
      return sending.current.count === 0 ? reload() : undefined;
    };
    sending.current.last = sending.current.last.then(send).catch(refuse).then(end);
  };
  return {
    shown: moved ?? accepted,
    failure: isLoadingError ? errorText(error) : '',
    reload,
    order,
    hasUpdates: moved === undefined && accepted !== undefined && data !== accepted,
    catchUp: () => accept(data),
  };
}
