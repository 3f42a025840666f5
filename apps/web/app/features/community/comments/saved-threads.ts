import { readUser } from '../../../session/session.ts';
import type { Sort } from './served-comments.tsx';
import type { Discussion } from './threads.ts';

export type Shown = { discussion: Discussion; sort: Sort };

/** Loaded comments by reader and history entry: going back restores the list and the scroll position. */
const saved = new Map<string, Shown & { scroll: number }>();

export function saveView(topic: string, shown: Shown) {
  saved.set(nameOf(topic), { ...shown, scroll: saved.get(nameOf(topic))?.scroll ?? scrollY });
}

export function savedView(topic: string) {
  return saved.get(nameOf(topic));
}

/** Records the scroll position while the history entry is current and its comments are on the page. */
export function keepScroll(topic: string, section: HTMLElement, signal: AbortSignal) {
  const name = nameOf(topic);
  const remember = () => {
    const shown = saved.get(name);
    if (shown && section.isConnected && nameOf(topic) === name) shown.scroll = scrollY;
  };
  addEventListener('scroll', remember, { passive: true, signal });
}

/** The reader, who sees their own comments under review, and the router's key of the entry. */
function nameOf(topic: string) {
  return `${readUser()?.id} ${history.state?.key ?? 'first'} ${topic}`;
}
