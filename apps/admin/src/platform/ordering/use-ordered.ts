import { App } from 'antd';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isInHand } from '../listing/is-in-hand.ts';
import { useLook } from '../shell/use-look.ts';
import { wordsOf } from '../words-of.ts';

/**
 * Things in an order that counts as soon as they are moved: it stands at once and is sent behind, one order after the
 * other; refused, they go back and why is said. What others change comes in quietly, under a hand only when asked.
 */
export function useOrdered<Shown>(load: () => Promise<Shown>, list: RefObject<HTMLElement | null>) {
  const { message } = App.useApp();
  const [shown, setShown] = useState<Shown>();
  const [later, setLater] = useState<Shown>();
  const [failure, setFailure] = useState('');
  /** As the server said it last. */
  const kept = useRef<Shown>(undefined);
  /** What was asked before the last move or the last asking is nobody's. */
  const round = useRef(0);
  const sending = useRef({ count: 0, last: Promise.resolve() });

  const take = useCallback((now: Shown) => {
    kept.current = now;
    setShown(now);
    setLater(undefined);
    setFailure('');
  }, []);
  const reload = useCallback(async () => {
    const asked = ++round.current;
    try {
      const now = await load();
      if (asked === round.current) take(now);
    } catch (error) {
      if (asked === round.current && kept.current === undefined) setFailure(wordsOf(error));
    }
  }, [load, take]);
  useEffect(() => void reload(), [reload]);

  useLook(async (isOld) => {
    const asked = round.current;
    if (sending.current.count > 0) return;
    const now = await load();
    if (isOld() || asked !== round.current) return;
    const isSame = JSON.stringify(now) === JSON.stringify(kept.current);
    if (isSame || isInHand(list.current)) setLater(isSame ? undefined : now);
    else take(now);
  });

  const order = (next: Shown, send: () => Promise<unknown>) => {
    round.current += 1;
    sending.current.count += 1;
    setShown(next);
    const refuse = (error: unknown) => {
      message.error(wordsOf(error));
      setShown(kept.current);
    };
    const end = () => {
      sending.current.count -= 1;
      return sending.current.count === 0 ? reload() : undefined;
    };
    sending.current.last = sending.current.last.then(send).catch(refuse).then(end);
  };
  return { shown, failure, reload, order, isLater: later !== undefined, catchUp: () => later && take(later) };
}
