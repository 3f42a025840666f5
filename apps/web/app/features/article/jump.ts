/** Follows a link within the page: smoothly where that is welcome, and the keyboard goes along. */
export function jumpTo(link: HTMLAnchorElement, event: MouseEvent) {
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;

  event.preventDefault();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // the router keeps its own record of the place: a new entry would be unknown to it
  history.replaceState(history.state, '', link.hash);
}
