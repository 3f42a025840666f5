/** Pixels at the edges in which it scrolls, and how many it goes in a frame at the most. */
const edge = 64;
const fastest = 14;

/** What scrolls a list: itself, what it lies in, or the page. */
export function scrollerOf(list: HTMLElement): Element {
  for (let one: Element | null = list; one && one !== document.body; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return document.scrollingElement ?? document.documentElement;
}

/** Scrolls a little when this height lies at an edge, the faster the nearer. Says whether it moved. */
export function scrollNear(scroller: Element, y: number) {
  const { top, bottom } =
    scroller === document.scrollingElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  const beyond = Math.min(0, y - top - edge) + Math.max(0, y - bottom + edge);
  if (beyond === 0) return false;
  const before = scroller.scrollTop;
  const by = Math.max(-1, Math.min(1, beyond / edge)) * fastest;
  scroller.scrollBy({ top: by, behavior: 'instant' });
  return scroller.scrollTop !== before;
}
