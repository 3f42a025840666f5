import { useEffect, useState } from 'react';

/**
 * Style sheets of the deferred shell that did not come: their rules are none, or may not be read. A disabled one is
 * written into the page.
 */
function lostSheets() {
  const all = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href*="/deferred-"]');
  return [...all].filter(({ disabled, sheet }) => {
    try {
      return !disabled && !sheet?.cssRules.length;
    } catch {
      return true;
    }
  });
}

/**
 * Asks again for style sheets that did not come, which the browser does not by itself: now, when the network is back,
 * and at each press. Returns whether some are missing.
 */
export function useLostSheets() {
  const [isLost, setLost] = useState(() => lostSheets().length > 0);
  useEffect(() => {
    if (!isLost) return;
    const ending = new AbortController();
    const attempt = () => {
      for (const link of lostSheets()) {
        const again = link.cloneNode() as HTMLLinkElement;
        again.addEventListener('load', () => setLost(lostSheets().length > 0));
        link.replaceWith(again);
      }
    };
    for (const moment of ['online', 'click']) addEventListener(moment, attempt, ending);
    attempt();
    return () => ending.abort();
  }, [isLost]);
  return isLost;
}
