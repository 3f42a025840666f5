import type { ArticleInfo } from '@mojian/contract/articles';
import type { SiteInfo } from '@mojian/contract/site';
import { type RefObject, useEffect } from 'react';

const idle = globalThis.requestIdleCallback ?? setTimeout;

/** Brings the screen to life once the browser has nothing more urgent to do. Until then, and without scripts, it reads. */
export function useEnhancements(page: RefObject<HTMLElement | null>, article: ArticleInfo, site: SiteInfo) {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    idle(async () => {
      // the server's bundle leaves these parts out altogether
      if (import.meta.env.SSR) return;
      const { enhance } = await import('./enhance.ts');
      if (page.current && !isGone) stop = enhance(page.current, article, site);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [page, article, site]);
}
