import type { SiteInfo } from '@mojian/contract/core/site';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { inTime } from '../ui/load-part.ts';

type DeferredShell = { Extras: ComponentType<{ site: SiteInfo }>; Who: ComponentType; Office: ComponentType };

/** Moments at which a lost part is asked for again: the network, a press, and a toast that waits for it. */
const moments = ['online', 'click', 'mojian:toast'];

/**
 * Loads what the first paint does not need; null when it did not come. The page works without it. It is asked for once
 * more at once, and then at each of the `moments`.
 */
export function useDeferred() {
  const [deferred, setDeferred] = useState<DeferredShell | null>();
  useEffect(() => {
    const done = new AbortController();
    let isLoading = false;
    let hasFailed = false;
    const attempt = () => {
      if (isLoading) return;
      isLoading = true;
      inTime(import('./deferred/deferred.tsx')).then(
        (part) => {
          done.abort();
          // in pieces, between which a touch is answered
          startTransition(() => setDeferred(part));
        },
        (cause) => {
          console.warn('脚本没有取到', cause);
          isLoading = false;
          if (hasFailed) return setDeferred(null);
          hasFailed = true;
          attempt();
        },
      );
    };
    for (const moment of moments) addEventListener(moment, attempt, done);
    attempt();
    return () => done.abort();
  }, []);
  return deferred;
}
