import type { NavigateFunction } from 'react-router';
import './cover-transition.css';

/** Lets the cover of a pressed card grow into that of its article, where browser and reader have such transitions. */
export function growCovers(navigate: NavigateFunction) {
  if (!('startViewTransition' in document)) return;
  const ending = new AbortController();
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/article/"]');
    const cover = link && isPlain(event, link) && !isStill() ? coverOf(link) : undefined;
    if (!link || !cover) return;
    event.preventDefault();
    for (const other of document.querySelectorAll<HTMLElement>('.cover')) other.style.viewTransitionName = 'none';
    cover.style.viewTransitionName = 'article-cover';
    navigate(link.pathname + link.search, { viewTransition: true });
  };
  // before the link's own navigation
  addEventListener('click', onClick, { capture: true, signal: ending.signal });
  return () => ending.abort();
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Pressed for this window and tab. */
const isPlain = (event: MouseEvent, { target, hash }: HTMLAnchorElement) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && !target && !hash;

/** The visible cover of the card that a link belongs to. */
function coverOf(link: HTMLElement) {
  const card = link.closest('article, li, .cover-box');
  const covers = [...(card?.querySelectorAll<HTMLElement>('.cover') ?? [])];
  return covers.find((cover) => {
    const { top, bottom, height } = cover.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
}
