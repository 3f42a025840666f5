import { shareRead } from '../../ui/share-read.ts';

/** Above this the tool strip stays away. */
const nearTop = 150;
/** Smaller moves are a trembling finger, not a direction. */
const leastMove = 8;

/**
 * Marks the root with `data-scroll` (down or up: the header hides or shows) and `data-far` (the tools slide in), and
 * tells how much has been read, 0 to 1. Returns the way to stop.
 */
export function watchScroll(onRead: (share: number) => void) {
  const { dataset } = document.documentElement;
  let last = scrollY;
  const mark = () => {
    onRead(shareRead());
    if (scrollY > nearTop) dataset.far = '';
    else delete dataset.far;
    if (scrollY > nearTop && Math.abs(scrollY - last) < leastMove) return;
    dataset.scroll = scrollY > nearTop && scrollY > last ? 'down' : 'up';
    last = scrollY;
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
  return () => removeEventListener('scroll', mark);
}
