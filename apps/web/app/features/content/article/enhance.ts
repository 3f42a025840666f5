import './article-print.css';
import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { readTypes } from '@mojian/contract/platform/rules';
import { readToken } from '../../../session/token.ts';
import { sayCopied } from '../../../ui/copy-text.ts';
import { loadPart } from '../../../ui/load-part.ts';
import { markHydrated } from '../../../ui/mark-hydrated.ts';
import { shareRead } from '../../../ui/share-read.ts';
import type { ArticleCalls } from './acts.ts';
import { watchDiagrams } from './diagram/watch-diagrams.ts';
import { followLink } from './links.ts';

export type ArticleContext = {
  page: HTMLElement;
  article: ArticleInfo;
  site: SiteInfo;
  calls: ArticleCalls;
  navigate: (to: string) => void;
};

/** Adds interaction to the served page, loading features on demand. Returns a cleanup function. */
export function enhance(page: HTMLElement, served: Omit<ArticleContext, 'page'>) {
  let context = { ...served, page };
  const body = page.querySelector<HTMLElement>('.prose');
  if (!body) return () => {};

  const ending = new AbortController();
  const { signal } = ending;
  page.addEventListener('click', (event) => onClick(event, context), { signal });
  watchCopying(body, context.article, context.site, signal);
  let text = readyText(page, body, context);
  const onRevealed = (event: Event) => {
    context = { ...context, article: (event as CustomEvent<ArticleInfo>).detail };
    text.abort();
    text = readyText(page, body, context);
  };
  page.addEventListener('mojian:revealed', onRevealed, { signal });
  if (readToken() && context.article.kind === 'article' && context.article.readType !== readTypes.onlyAuthor)
    void import('./own-state.ts').then(({ showOwnState }) => showOwnState(page, context));
  const unlock = context.article.locked
    ? import('./unlock.tsx').then(({ watchUnlock }) => watchUnlock(context, signal))
    : Promise.resolve();
  void unlock.finally(() => markHydrated(page));
  void import('./acts.ts').then(({ watchCounts }) => watchCounts(page, context.article, signal));

  return () => {
    ending.abort();
    text.abort();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.over-article')) dialog.close();
    document.querySelector<HTMLElement>('.article-leave-quiet')?.click();
  };
}

/** Sets up features of the text, again after it is unlocked. */
function readyText(page: HTMLElement, body: HTMLElement, { article }: ArticleContext) {
  const ending = new AbortController();
  const { signal } = ending;
  followReading(page, article.minutes, signal);
  watchDiagrams(body, signal);
  if (body.querySelector('.code')) void import('./code.ts').then(({ readyCode }) => readyCode(body, signal));
  void import('./reading-place.ts').then(({ followPlace }) => followPlace(body, article.id, signal));
  if (body.querySelector('img')) void import('./pictures.ts').then(({ readyPictures }) => readyPictures(body, signal));
  return ending;
}

function onClick(event: MouseEvent, context: ArticleContext) {
  const target = event.target as Element;
  const button = target.closest<HTMLElement>('[data-do],[data-copy]');
  const action = button?.dataset.do;
  const link = target.closest('a');
  // a link is the fallback without scripts
  if (action && link) event.preventDefault();
  // at once: keys pressed while a part loads would be lost
  if (action === 'write') document.querySelector<HTMLElement>('#comments textarea')?.focus();
  else if (button)
    loadPart(
      () => import('./perform.ts'),
      ({ perform }) => perform(button, context),
    );
  else if (link) followLink(link, event, context.navigate);
}

/** Distance from the top of the window at which a heading becomes current. */
const line = 130;

/** Marks the current heading in the contents and shows reading progress. */
function followReading(page: HTMLElement, minutes: number, signal: AbortSignal) {
  followHeadings(page, signal);
  followProgress(page, minutes, signal);
}

function followHeadings(page: HTMLElement, signal: AbortSignal) {
  const links = [...page.querySelectorAll<HTMLAnchorElement>('.article-contents a')];
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
    // headings above the line count as seen however far away, so jumps work like slow scrolling
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
      keepVisible(link);
    }
  }
}

/** Scrolls the contents list, not the page. */
function keepVisible(link: HTMLAnchorElement) {
  const list = link.closest<HTMLElement>('.article-contents');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += above - list.clientHeight / 2;
}

function followProgress(page: HTMLElement, minutes: number, signal: AbortSignal) {
  const label = page.querySelector('.article-toc-read');
  let isScheduled = false;
  const tell = () => {
    isScheduled = false;
    if (label) label.textContent = progressWords(shareRead(), minutes);
  };
  const ask = () => {
    if (!isScheduled) requestAnimationFrame(tell);
    isScheduled = true;
  };
  addEventListener('scroll', ask, { passive: true, signal });
  addEventListener('resize', ask, { passive: true, signal });
  ask();
}

/** Remaining time, such as “还剩 7 分钟”. */
export function progressWords(share: number, minutes: number) {
  if (share <= 0) return `全文约 ${minutes} 分钟`;
  if (share >= 1) return '已读完';
  return `还剩 ${Math.max(1, Math.round(minutes * (1 - share)))} 分钟`;
}

/** Appends the source to text copied from the article. */
function watchCopying(body: HTMLElement, article: ArticleInfo, site: SiteInfo, signal: AbortSignal) {
  const onCopy = (event: ClipboardEvent) => {
    event.stopPropagation();
    sayCopied(event, () => sourceLines(article, site));
  };
  body.addEventListener('copy', onCopy, { signal });
}

function sourceLines({ path, title, author, original }: ArticleInfo, site: SiteInfo) {
  return [
    `${original ? '作者' : '转载'}：${author.nickname}`,
    `来源：${site.name}《${title}》`,
    `链接：${site.url}${path}`,
  ];
}
