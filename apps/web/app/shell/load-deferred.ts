import type { SiteInfo } from '@mojian/contract/core/site';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { inTime } from '../ui/load-part.ts';

type DeferredShell = {
  Extras: ComponentType<{ site: SiteInfo }>;
  MemberButtons: ComponentType;
  OfficeLink: ComponentType;
  ThumbBar: ComponentType<{ onSearch: () => void }>;
};

/** Events upon which loading is tried again: back online, a press, and a toast, which only the loaded part can show. */
const moments = ['online', 'click', 'mojian:toast'];

/**
 * Loads the parts of the shell that the first paint does not need: undefined while loading, null after two failures.
 * The page works without them. Loading is tried again at each of the `moments`.
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
