// Written into the offline page: the theme, the pages that were kept, and what to do when the network is back.
const chosen = sessionStorage.getItem('theme');
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
// a weak network comes and goes: who is choosing a page is not disturbed by each blink
addEventListener('online', () => setTimeout(() => navigator.onLine && location.reload(), 1000));
addEventListener('DOMContentLoaded', async () => {
  document.querySelector('[data-again]').href = location.href;
  const list = document.querySelector('ul');
  const off = list.dataset.off.split(' ');
  for (const { path, title } of await keptPages()) {
    if (off.includes(`/${path.split(/[/?]/)[1]}`)) continue;
    const link = document.createElement('a');
    link.href = path;
    link.textContent = title;
    list.appendChild(document.createElement('li')).append(link);
  }
  document.querySelector('[data-none]').hidden = list.childElementCount > 0;
});

/** Last read first. */
async function keptPages() {
  const pages = [];
  for (const name of (await caches.keys()).filter((name) => name.startsWith('mojian-pages-'))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const html = new DOMParser().parseFromString(await (await cache.match(url)).text(), 'text/html');
      const { pathname, search } = new URL(url);
      // the title of the first page is the site's line, which names no page
      const title = pathname === '/' ? '首页' : html.title.replace(/ · [^·]*$/, '');
      pages.unshift({ path: pathname + search, title: title || pathname });
    }
  }
  return pages;
}
