import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ArticleCalls } from './acts.ts';
import type { WatchComments } from './enhance.ts';

type ScreenProps = { article: ArticleInfo; site: SiteInfo; comments: ReactNode };
type Props = ScreenProps & { loadCalls: () => Promise<ArticleCalls>; watchComments: WatchComments };

let Screen: React.ComponentType<ScreenProps> | undefined;

/** Loads the screen's code in parallel with the article. */
export async function fetchArticleScreen() {
  ({ ArticleScreen: Screen } = await import('./article-screen.tsx'));
}

/**
 * Container of the article screen. Served HTML is kept without hydration; only articles reached by client navigation
 * are rendered by React.
 */
export function ArticlePlace(props: Props) {
  const { article, site, comments } = props;
  const page = useRef<HTMLElement>(null);
  const [Whole] = useState(() => Screen);
  // should React ever rebuild the page, it uses the same HTML
  const [served] = useState(() => (Whole ? undefined : { __html: document.getElementById('main')?.innerHTML ?? '' }));
  useEnhancements(page, props);
  useArrivals();
  if (Whole) {
    return (
      <main id="main" className="wrap" data-awake="false" ref={page}>
        <Whole article={article} site={site} comments={comments} />
      </main>
    );
  }
  return (
    <main
      id="main"
      className="wrap"
      data-awake="false"
      ref={page}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML the server rendered here
      dangerouslySetInnerHTML={served}
    />
  );
}

/** Dispatches `mojian:arrived` on hash navigation, as the target may load lazily. */
function useArrivals() {
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each navigation, also to the same hash
  useEffect(() => {
    if (hash) dispatchEvent(new Event('mojian:arrived'));
  }, [key, hash]);
}

const idle = globalThis.requestIdleCallback ?? setTimeout;

/** Enhances the page when idle; it is readable without scripts. */
function useEnhancements(page: RefObject<HTMLElement | null>, props: Props) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only: the component is keyed by the article
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    idle(async () => {
      // the server's bundle leaves these parts out
      if (import.meta.env.SSR) return;
      const [{ enhance }, calls] = await Promise.all([import('./enhance.ts'), props.loadCalls()]);
      if (page.current && !isGone) stop = enhance(page.current, { ...props, calls, navigate });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
}

/** Overlay shown after a delay while the next article loads. The page below keeps its scroll position. */
export function ArticleSkeleton() {
  return (
    <div className="article-skeleton" role="status" aria-label="正在加载文章">
      <i className="skeleton" />
      <i className="skeleton" />
      <i className="skeleton" />
      <i className="skeleton" />
      <i className="skeleton" />
    </div>
  );
}
