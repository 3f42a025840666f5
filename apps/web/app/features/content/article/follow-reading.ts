import { shareRead } from '../../../ui/share-read.ts';

/** A heading is current from where it comes this near to the top of the window: just below where a jump puts it. */
const line = 130;

/** Marks the current place in every list of contents, and tells how far the reader has come. */
export function followReading(page: HTMLElement, minutes: number, signal: AbortSignal) {
  followHeadings(page, signal);
  followProgress(page, minutes, signal);
}

function followHeadings(page: HTMLElement, signal: AbortSignal) {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = [...new Set(links.map(({ hash }) => decodeURIComponent(hash.slice(1))))].flatMap(
    (id) => document.getElementById(id) ?? [],
  );
  const passed = new Set<Element>();
  const onPass = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) passed.add(target);
      else passed.delete(target);
    }
    mark(links, headings.findLast((heading) => passed.has(heading))?.id);
  };
  let watcher: IntersectionObserver | undefined;
  const watch = () => {
    watcher?.disconnect();
    // all that is above the line counts as seen, however far: so a jump is told as surely as a slow scroll
    watcher = new IntersectionObserver(onPass, { rootMargin: `9999999px 0px ${line - innerHeight}px 0px` });
    for (const heading of headings) watcher.observe(heading);
  };
  watch();
  addEventListener('resize', watch, { signal });
  signal.addEventListener('abort', () => watcher?.disconnect());
}

function mark(links: HTMLAnchorElement[], id: string | undefined) {
  for (const link of links) {
    if (decodeURIComponent(link.hash.slice(1)) !== id) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'true');
      keepInSight(link);
    }
  }
}

/** A long list scrolls within itself, never the page. */
function keepInSight(link: HTMLAnchorElement) {
  const list = link.closest<HTMLElement>('.contents');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += above - list.clientHeight / 2;
}

function followProgress(page: HTMLElement, minutes: number, signal: AbortSignal) {
  const label = page.querySelector('.read');
  let isAsked = false;
  const tell = () => {
    isAsked = false;
    if (label) label.textContent = progressWords(shareRead(), minutes);
  };
  const ask = () => {
    if (!isAsked) requestAnimationFrame(tell);
    isAsked = true;
  };
  addEventListener('scroll', ask, { passive: true, signal });
  addEventListener('resize', ask, { passive: true, signal });
  ask();
}

/** “还剩 7 分钟”. The share itself is said once, by the toolbar. */
export function progressWords(share: number, minutes: number) {
  if (share <= 0) return `全文约 ${minutes} 分钟`;
  if (share >= 1) return '已读完';
  return `还剩 ${Math.max(1, Math.round(minutes * (1 - share)))} 分钟`;
}
