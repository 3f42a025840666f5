import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';

/** Sends one thing at a time, and keeps why it was refused until the next try. `send` tells whether it went through. */
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
