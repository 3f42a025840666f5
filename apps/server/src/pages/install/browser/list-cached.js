// Inlined in the offline page: theme, list of cached pages, reload on reconnect.
const [, , paper] = (localStorage.getItem('reading') ?? '').split(' ');
const chosen = sessionStorage.getItem('theme') ?? (paper && (paper === 'night' ? 'dark' : 'light'));
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
// Waits a second, since a weak network flaps.
addEventListener('online', () => setTimeout(() => navigator.onLine && location.reload(), 1000));
addEventListener('DOMContentLoaded', async () => {
  document.querySelector('[data-again]').href = location.href;
  const list = document.querySelector('ul');
  const off = list.dataset.off.split(' ');
  for (const { path, title } of await cachedPages()) {
    if (off.includes(`/${path.split(/[/?]/)[1]}`)) continue;
    const link = document.createElement('a');
    link.href = path;
    link.textContent = title;
    list.appendChild(document.createElement('li')).append(link);
  }
  document.querySelector('[data-none]').hidden = list.childElementCount > 0;
});

/** Last read first. */
async function cachedPages() {
  const pages = [];
  for (const name of (await caches.keys()).filter((name) => name.startsWith('mojian-pages-'))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const html = new DOMParser().parseFromString(await (await cache.match(url)).text(), 'text/html');
      const { pathname, search } = new URL(url);
      // The front page's title is the site's tagline.
      const title = pathname === '/' ? '首页' : html.title.replace(/ · [^·]*$/, '');
      pages.unshift({ path: pathname + search, title: title || pathname });
    }
  }
  return pages;
}
