// Service worker: pages once read stay readable offline. The server fills in the versions.
const version = '__VERSION__';
/** Cache of this version: its name, and the most entries it keeps. */
const cacheOf = (kind, most) => ({ name: `mojian-${kind}-${version}`, most });
const cachesByUse = { pages: cacheOf('pages', 60), calls: cacheOf('calls', 120), files: cacheOf('files', 200) };
/** Cache of the offline page. */
const offlinePage = `mojian-offline-${version}`;
/** Words and pictures that another app shared, until the composer takes them: the last ones. */
const shared = 'mojian-shared';
const mostShared = 9;

/** Personal pages and those not worth caching. */
const privatePages =
  /^\/(search|setup|reset|user|notice|im|newposts|newSays|draft|admin|docs|diagram|offline|v1|oauth|unsubscribe|files|cover|assets|icons)(\/|$)/;
const unchangingFiles = /^\/(assets|cover|files|icons)\/./;
const publicCalls =
  /^\/v1(\/(article|article\/(info|archive|bySlug)|tag|category|link|message|say\/getSayList|site\/(about|getNavigations)|webSiteInfo))?\/?$/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.origin === location.origin && url.pathname === '/share')
    event.respondWith(keepShared(request).catch(() => toComposer('')));
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url));
  else if (isKeepable(url) && !request.headers.has('range')) event.respondWith(answerFile(event));
  else if (publicCalls.test(url.pathname) && !request.headers.has('authorization'))
    event.respondWith(networkFirst(event, cachesByUse.calls, url.href, fetch(request)).then(orFail));
});
self.addEventListener('message', (event) => event.waitUntil(keepRead(event.data)));

/** Signed picture addresses are personal and expire. */
function isKeepable({ pathname, search }) {
  return unchangingFiles.test(pathname) && !(pathname.startsWith('/files/') && search !== '');
}

async function install() {
  const cache = await caches.open(offlinePage);
  await cache.add(new Request('/offline', { cache: 'reload' }));
  await self.skipWaiting(); // the worker holds only caches: a page continues under the new one
}

async function activate() {
  const ours = [offlinePage, shared, ...Object.values(cachesByUse).map(({ name }) => name)];
  for (const name of await caches.keys())
    if (name.startsWith('mojian-') && !ours.includes(name)) await caches.delete(name);
  await self.registration.navigationPreload?.enable(); // the network does not wait for this worker to wake
  await self.clients.claim();
}

/** Handles every navigation: one left to the browser after a preload would be requested, and counted, twice. */
async function answerPage(event, url) {
  const response = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  const answer = privatePages.test(url.pathname)
    ? await response.catch(() => undefined)
    : await networkFirst(event, cachesByUse.pages, pageKey(url), response);
  return answer ?? orFail(await caches.match('/offline', { cacheName: offlinePage }));
}

/** Stores what the share sheet posts and opens the composer, which takes it once somebody is logged in. */
async function keepShared(request) {
  const form = await request.formData();
  await caches.delete(shared);
  const cache = await caches.open(shared);
  const text = (name) => String(form.get(name) ?? '').slice(0, 20_000);
  const words = { title: text('title'), text: text('text'), url: text('url') };
  await cache.put('/share/words', Response.json(words));
  const pictures = form.getAll('pictures').filter((one) => one instanceof File && one.size > 0);
  for (const [at, picture] of pictures.slice(0, mostShared).entries())
    await cache.put(`/share/${at}/${encodeURIComponent(picture.name || 'picture')}`, new Response(picture));
  return toComposer('?shared=1');
}

function toComposer(query) {
  return Response.redirect(`/newSays${query}`, 303);
}

async function answerFile(event) {
  const { url } = event.request;
  const cached = await find(cachesByUse.files, url);
  return cached ?? orFail(await networkFirst(event, cachesByUse.files, url, fetch(event.request)));
}

/** Falls back to the cache on a network error, 502 and above. */
async function networkFirst(event, cache, key, response) {
  const answer = await response.catch(() => undefined);
  if (!answer || answer.status >= 502) return (await find(cache, key)) ?? answer;
  event.waitUntil(keep(cache, key, answer.clone()));
  return answer;
}

/** Stores a good response and evicts the oldest; deletes on 404 and 410. Ignores a full disk. */
async function keep({ name, most }, key, answer) {
  try {
    const cache = await caches.open(name);
    if (answer.status === 404 || answer.status === 410) await cache.delete(key);
    if (answer.status !== 200 || answer.redirected || !isExpected(name, answer)) return;
    await cache.put(key, answer);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
  } catch (error) {
    console.warn('没有留下', key, error);
  }
}

function isExpected(name, answer) {
  return name !== cachesByUse.pages.name || (answer.headers.get('content-type') ?? '').startsWith('text/html');
}

function find({ name }, key) {
  return caches.match(key, { cacheName: name, ignoreVary: true });
}

/**
 * Caches a page reached by in-app navigation, or before this worker was active. The `purpose` header prevents a second
 * count.
 */
async function keepRead({ page, files }) {
  const url = new URL(page);
  if (url.origin === location.origin && !privatePages.test(url.pathname)) {
    const headers = { purpose: 'prefetch' };
    const answer = await fetch(url, { headers, cache: 'no-cache', credentials: 'omit' }).catch(() => undefined);
    if (answer) await keep(cachesByUse.pages, pageKey(url), answer);
  }
  for (const file of files.filter((one) => isKeepable(new URL(one, location.origin)))) {
    const answer = (await find(cachesByUse.files, file)) ? undefined : await fetch(file).catch(() => undefined);
    if (answer) await keep(cachesByUse.files, file, answer);
  }
}

/** The query does not change an article. */
function pageKey({ origin, pathname, search }) {
  return origin + pathname + (pathname.startsWith('/article/') ? '' : search);
}

function orFail(answer) {
  return answer ?? Response.error();
}
