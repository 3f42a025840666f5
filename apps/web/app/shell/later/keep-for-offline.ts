import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Milliseconds on a page after which it counts as read. */
const aRead = 2000;

/** Caches pages that were read for offline use. `offline`: the owner's setting. */
export function useOfflinePages(offline: boolean) {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a page read
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const timer = setTimeout(() => keepForOffline().catch(miss), aRead);
    return () => clearTimeout(timer);
  }, [offline, pathname, search]);
}

/** The service worker has cached this document's files. */
let isSeen = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Asks the service worker to cache this page and its resources. */
async function keepForOffline() {
  if (!('serviceWorker' in navigator) || isSparing()) return;
  await navigator.serviceWorker.register('/offline.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ page: location.href, files: isSeen ? [] : shownFiles() });
  isSeen = true;
}

function shownFiles() {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(files)].filter((file) => /^\/(assets|cover|files)\//.test(file.replace(location.origin, '')));
}

function isSparing() {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

function miss(cause: unknown) {
  console.warn('没有取到，或浏览器不许', cause);
}
