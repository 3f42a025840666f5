import type { Sort } from './served-comments.tsx';
import type { Talk } from './threads.ts';

export type Shown = { talk: Talk; sort: Sort };

/** What was shown, by history entry: on the way back the list is as long as it was left, and the page where it was. */
const kept = new Map<string, Shown & { scroll: number }>();

export function keepShown(topic: string, shown: Shown) {
  kept.set(nameOf(topic), { ...shown, scroll: kept.get(nameOf(topic))?.scroll ?? scrollY });
}

export function keptShown(topic: string) {
  return kept.get(nameOf(topic));
}

/** Remembers how far the page was scrolled, as long as its history entry is the present one. */
export function keepScroll(topic: string, signal: AbortSignal) {
  const name = nameOf(topic);
  const remember = () => {
    const shown = kept.get(name);
    if (shown && nameOf(topic) === name) shown.scroll = scrollY;
  };
  addEventListener('scroll', remember, { passive: true, signal });
}

/** The router's own name for the entry. */
function nameOf(topic: string) {
  return `${history.state?.key ?? 'first'} ${topic}`;
}
