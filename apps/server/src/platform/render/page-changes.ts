import type { Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { Notice, Push } from '../push/push.ts';
import type { PageCache } from './page-cache.ts';

/** Payload of the effect `drop-pages`. `addedAt`: of a change that may be seen a moment late. */
export type PageChange = { tags: string[]; addedAt?: number };

/** Milliseconds after the change within which every process must know of it. */
const knownWithin = 500;

/**
 * Renews the pages with these tags in the background; readers get the old ones for two seconds at the most. Only for what
 * adds to pages or counts. Whatever hides, locks, removes or corrects something enqueues `drop-pages` itself.
 */
export function renewPages(trx: Trx, tags: string[]) {
  return enqueue(trx, 'drop-pages', { tags, addedAt: Date.now() } satisfies PageChange);
}

/** Notifies every process, with one notice per kind. Changes that the outbox delivers late are dropped, not renewed. */
export async function publishPageChanges(push: Push, changes: PageChange[]) {
  const isRecent = ({ addedAt }: PageChange) => addedAt !== undefined && Math.abs(Date.now() - addedAt) < knownWithin;
  const dropped = tagsOf(changes.filter((change) => !isRecent(change)));
  const renewed = tagsOf(changes.filter(isRecent));
  if (dropped.length > 0) await push.publish({ topic: 'drop-pages', ids: dropped });
  if (renewed.length > 0) await push.publish({ topic: 'renew-pages', ids: renewed });
}

function tagsOf(changes: PageChange[]) {
  return [...new Set(changes.flatMap(({ tags }) => tags))];
}

/** Applies a change told by any process. */
export function applyPageChange(cache: PageCache, { topic, ids }: Notice) {
  if (topic === 'drop-pages') cache.drop(ids);
  if (topic === 'renew-pages') cache.renew(ids);
}

const renewedAtOnce = 8;
const pauseMs = 1000;

/**
 * Renders renewed pages in the background as soon as a change is known, those used last first: nobody waits for them, and
 * whoever comes next sees the change. A few each second, however many changes there are; the others are rendered when
 * somebody asks.
 */
export function renderRenewed(cache: PageCache, render: (key: string) => Promise<unknown>, pause = pauseMs) {
  let isBusy = false;
  let isAgain = false;
  const sweep = async () => {
    isBusy = true;
    isAgain = false;
    for (const key of cache.outdated(renewedAtOnce)) await render(key).catch(() => {}); // the next reader tries again
    setTimeout(() => {
      isBusy = false;
      if (isAgain) void sweep();
    }, pause).unref();
  };
  cache.onRenew = () => {
    isAgain = true;
    if (!isBusy) void sweep();
  };
}
