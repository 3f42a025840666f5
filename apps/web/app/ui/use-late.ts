import { useEffect, useState } from 'react';

/** The value after it has been there for `wait` milliseconds, so that short states do not flash. */
export function useLate<Value>(value: Value | undefined, wait = 150): Value | undefined {
  const [shown, setShown] = useState<Value>();
  const isThere = value !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the delay only when the value appears or disappears
  useEffect(() => {
    if (!isThere) return setShown(undefined);
    const timer = setTimeout(() => setShown(value), wait);
    return () => clearTimeout(timer);
  }, [isThere]);
  return isThere ? shown : undefined;
}
