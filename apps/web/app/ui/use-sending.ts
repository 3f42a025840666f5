import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';

/** Sends one request at a time and keeps its refusal until the next. `send` returns whether it succeeded. */
export function useSending() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure>();
  const send = async (act: () => Promise<unknown>) => {
    if (isBusy) return false;
    setBusy(true);
    setRefusal(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setRefusal(isFailure(error) ? error : new Failure('unexpected'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refusal, send };
}
