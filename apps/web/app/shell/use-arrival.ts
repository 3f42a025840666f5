import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const moved = { opacity: [0, 1], translate: ['0 8px', '0 0'] };
const pace = { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** On each screen: counts the visit. On each but the first: moves the focus into the screen and lets it come in. */
export function useArrival() {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    report(pathname).catch(() => {});
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const main = document.getElementById('main');
    if (!main) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) main.animate(moved, pace);
  }, [pathname]);
}

/** A view that could not be counted is no matter to the reader; the client has logged it. */
async function report(path: string) {
  const { loadApi } = await import('../http-api.ts');
  await loadApi.site.report({ query: { path } });
}
