import { useEffect } from 'react';

/** Where the keyboard leaves less than this, what is not needed to write makes room. */
const low = 560;

/**
 * Keeps the screen as high as what is seen of it: an on-screen keyboard covers the page without making it smaller. Zoomed
 * in, the page stays as it is.
 */
export function useSeenHeight() {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const root = document.documentElement;
    const follow = () => {
      if (seen.scale > 1.01) return;
      root.style.setProperty('--seen-height', `${Math.round(seen.height)}px`);
      root.toggleAttribute('data-low', seen.height < low);
      // the browser has moved the page up to show the field, which the smaller page shows by itself
      if (seen.offsetTop > 0) scrollTo(0, 0);
    };
    follow();
    seen.addEventListener('resize', follow);
    seen.addEventListener('scroll', follow);
    return () => {
      seen.removeEventListener('resize', follow);
      seen.removeEventListener('scroll', follow);
      root.style.removeProperty('--seen-height');
      root.removeAttribute('data-low');
    };
  }, []);
}
