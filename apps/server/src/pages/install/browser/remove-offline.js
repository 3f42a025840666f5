// Served in the worker's place once the owner has switched it off: takes the worker and all it kept away.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('mojian-')) await caches.delete(name);
  await self.registration.unregister();
}
