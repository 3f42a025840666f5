/** The worker sees the requests of this document: it has kept its files. */
let isSeen = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Lets the browser keep the page that is being read, and what it shows, for when there is no network. */
export async function keepForOffline() {
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
