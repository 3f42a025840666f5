import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { useRef, useState } from 'react';

/**
 * Sends one request at a time and keeps its refusal until the next. `send` returns whether it succeeded; `refuse` sets
 * or drops a refusal found without sending.
 */
export function useSending() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure>();
  // state would be the same for both of two presses before the next render
  const isSending = useRef(false);
  const send = async (act: () => Promise<unknown>) => {
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    setRefusal(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setRefusal(isFailure(error) ? error : new Failure('unexpected'));
      return false;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { isBusy, refusal, send, refuse: setRefusal };
}
