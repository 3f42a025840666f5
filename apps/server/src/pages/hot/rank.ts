import type { HotItem } from '@mojian/contract/pages/hot';
import type { Entry } from './sources/source.ts';

/** Ranks the entries and tells how far each has moved since the copy before. */
export function rank(entries: Entry[], before: HotItem[] | undefined): HotItem[] {
  const former = before && new Map(before.map(({ url, rank }) => [url, rank]));
  return entries.map((entry, place) => {
    const rank = place + 1;
    const was = former?.get(entry.url);
    return { rank, ...entry, change: former ? (was === undefined ? 'new' : was - rank) : null };
  });
}
