/** Paths handled by client navigation. */
const routes =
  /^\/($|article\/[a-z\d-]+|user\/\d+$|(archive|category|tags|say|links|message|navigation|hot|about|im)$)/;

/** Follows clicked links within the page or the site; the browser follows all others. */
export function followLinks(root: HTMLElement, navigate: (to: string) => void, signal: AbortSignal) {
  root.addEventListener('click', (event) => followLink(event, navigate), { signal });
}

function followLink(event: MouseEvent, navigate: (to: string) => void) {
  const link = (event.target as Element).closest('a');
  if (!link || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // the reader wants another window
  const route = routeOf(link);
  if (route) {
    event.preventDefault();
    navigate(route);
  } else if (jumpTo(link)) event.preventDefault();
}

/** Returns the route of an internal link, if any. */
function routeOf({ href, target }: HTMLAnchorElement) {
  const { origin, pathname, search, hash } = new URL(href, location.href);
  if (origin !== location.origin || target || !routes.test(pathname)) return undefined;
  return pathname === location.pathname && hash ? undefined : pathname + search + hash;
}

/** Scrolls to a hash link's target and moves the focus. */
export function jumpTo(link: HTMLAnchorElement) {
  const isHere = link.getAttribute('href')?.startsWith('#');
  const target = isHere && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!target) return false;

  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // the router has its own state for the entry: a new entry would lack it
  history.replaceState(history.state, '', link.hash);
  return true;
}
