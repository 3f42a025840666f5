import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';

/** Adds interaction to the page. Returns a cleanup function. */
type Enhance = (page: HTMLElement, navigate: NavigateFunction) => () => void;

/** `screen`: undefined on a served page. */
type Props = { screen: ReactNode; loadEnhance: () => Promise<Enhance> };

/**
 * Container of the article screen. Served HTML is kept without hydration; only articles reached by client navigation
 * are rendered by React.
 */
export function ArticlePlace({ screen, loadEnhance }: Props) {
  const page = useRef<HTMLElement>(null);
  // should React ever rebuild the page, it uses the same HTML
  const [served] = useState(() =>
    screen === undefined ? { __html: document.getElementById('main')?.innerHTML ?? '' } : undefined,
  );
  useEnhancements(page, loadEnhance);
  useArrivals();
  const keepServed = served && { suppressHydrationWarning: true, dangerouslySetInnerHTML: served };
  return (
    <main id="main" className="wrap" data-awake="false" ref={page} {...keepServed}>
      {served ? undefined : screen}
    </main>
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
function useEnhancements(page: RefObject<HTMLElement | null>, loadEnhance: Props['loadEnhance']) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only: the component is keyed by the article
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    idle(async () => {
      const enhance = await loadEnhance();
      if (page.current && !isGone) stop = enhance(page.current, navigate);
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
