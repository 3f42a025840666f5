import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Talk } from '../../community/comments/talk.ts';
import type { ArticleCalls } from './acts.ts';

/** `talk`: the first comments, or null: on a page from the server the browser asks for them when they come near. */
type ScreenProps = { article: ArticleInfo; site: SiteInfo; talk: Talk | null };
type Props = ScreenProps & { loadCalls: () => Promise<ArticleCalls> };

let Screen: React.ComponentType<ScreenProps> | undefined;

/** Gets the screen's code. Wanted with every article that is loaded, so that both arrive together. */
export async function fetchArticleScreen() {
  ({ ArticleScreen: Screen } = await import('./article-screen.tsx'));
}

/**
 * Where the screen stands. On a page that came from the server it stays exactly as the server wrote it: the browser
 * loads nothing for that article and React does not go through it. Only an article reached by a link within the site
 * is rendered here.
 */
export function ArticlePlace({ article, site, talk, loadCalls }: Props) {
  const page = useRef<HTMLElement>(null);
  const [Whole] = useState(() => Screen);
  // read and not left empty: should React ever have to build the page anew, it is built with the same text
  const [served] = useState(() => (Whole ? undefined : { __html: document.getElementById('main')?.innerHTML ?? '' }));
  useEnhancements(page, { article, site, talk, loadCalls });
  useArrivals();
  if (Whole) {
    return (
      <main id="main" className="wrap" data-awake="false" ref={page}>
        <Whole article={article} site={site} talk={talk} />
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what stands there already
      dangerouslySetInnerHTML={served}
    />
  );
}

/** Tells when the reader comes to a place on the page they are on: what stands there may have to be fetched first. */
function useArrivals() {
  const { key, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place may be asked for twice
  useEffect(() => {
    if (hash) dispatchEvent(new Event('mojian:arrived'));
  }, [key, hash]);
}

const idle = globalThis.requestIdleCallback ?? setTimeout;

/** Brings the screen to life once the browser has nothing more urgent to do. Until then, and without scripts, it reads. */
function useEnhancements(page: RefObject<HTMLElement | null>, given: Props) {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each article; the place is made anew for the next
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    idle(async () => {
      // the server's bundle leaves these parts out altogether
      if (import.meta.env.SSR) return;
      const [{ enhance }, calls] = await Promise.all([import('./enhance.ts'), given.loadCalls()]);
      if (page.current && !isGone) stop = enhance(page.current, { ...given, calls, navigate });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
}
