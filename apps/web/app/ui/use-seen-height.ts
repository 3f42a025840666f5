import { useEffect } from 'react';

/** Height in CSS pixels below which only what is needed to write is shown. */
const low = 560;

/**
 * Keeps the screen as high as the visual viewport: on-screen keyboards cover the page without resizing it. Ignored
 * while zoomed in.
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
      // the browser scrolled the page to show the field, which the smaller page shows anyway
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
