// Replaces the worker once the owner has switched it off: deletes its caches and unregisters it.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('mojian-')) await caches.delete(name);
  await self.registration.unregister();
}
