import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Who stays this many milliseconds reads the page. */
const aRead = 2000;

/** Makes what is read readable without a network. `offline`: whether the owner wants it. */
export function useKeptPages(offline: boolean) {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a page read
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const timer = setTimeout(() => keepForOffline().catch(miss), aRead);
    return () => clearTimeout(timer);
  }, [offline, pathname, search]);
}

/** The worker sees the requests of this document: it has kept its files. */
let isSeen = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Lets the browser keep the page that is being read, and what it shows, for when there is no network. */
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
