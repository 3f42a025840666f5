/** Words and pictures that another app shared with the installed site. */
export type Shared = { text: string; files: File[] };

/** Cache in which the service worker stores what was shared (pages/install/browser/offline.js), until somebody logs in. */
const cacheName = 'mojian-shared';
const wordsAddress = '/share/words';

/**
 * Takes what was shared, once: from the service worker's cache, or from the address where there is none. Undefined for a
 * say that begins empty.
 */
export async function takeShared(): Promise<Shared | undefined> {
  const query = new URLSearchParams(location.search);
  if (!['shared', 'title', 'text', 'url'].some((name) => query.has(name))) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const shared = query.has('shared') ? await takeCached() : { words: Object.fromEntries(query), files: [] };
  return { text: joinWords(shared.words), files: shared.files };
}

async function takeCached() {
  if (!('caches' in globalThis)) return { words: {}, files: [] };
  const cache = await caches.open(cacheName);
  const words = (await (await cache.match(wordsAddress))?.json()) ?? {};
  const files: File[] = [];
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname === wordsAddress) continue;
    const blob = await (await cache.match(request))?.blob();
    if (blob)
      files.push(new File([blob], decodeURIComponent(request.url.split('/').at(-1) ?? ''), { type: blob.type }));
  }
  await caches.delete(cacheName);
  return { words, files };
}

type Words = { title?: string; text?: string; url?: string };

/** Apps repeat the title or the address in the text: each stands once. */
export function joinWords({ title = '', text = '', url = '' }: Words) {
  const lines = [...new Set([title, text, url].map((line) => line.trim()))];
  return lines.filter((line) => !lines.some((other) => other !== line && other.includes(line))).join('\n');
}
