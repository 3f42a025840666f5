import type { ArticleInfo } from '@mojian/contract/content/articles';
import { listenLive } from '../../../live.ts';
import { showCount } from './acts.ts';

/** Other people's likes and collects, as they come: the number itself is what the event carries. */
export function watchCounts({ id }: ArticleInfo, signal: AbortSignal) {
  if (signal.aborted) return;
  const stop = listenLive([`article:${id}`], (event) => {
    if (event.type === 'likes') showCount('like', event.id);
    if (event.type === 'collects') showCount('collect', event.id);
  });
  signal.addEventListener('abort', stop);
}
