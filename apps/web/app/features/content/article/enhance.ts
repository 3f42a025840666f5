import './article-print.css';
import type { ArticleInfo } from '@mojian/contract/content/articles';
import { closeDialogs } from '../../../ui/close-dialogs.ts';
import { sayCopied } from '../../../ui/copy-text.ts';
import { markHydrated } from '../../../ui/mark-hydrated.ts';
import { shareRead } from '../../../ui/share-read.ts';
import { answerPresses } from './actions.ts';
import { type ArticlePage, findPart, partElements } from './article-page.ts';
import { readyProse } from './enhance-prose.ts';
import { followLinks } from './links.ts';

export type ServedArticle = Pick<ArticlePage, 'article' | 'site' | 'calls' | 'navigate'>;

/** Adds interaction to the served page, loading features on demand. Returns a cleanup function. */
export function enhance(root: HTMLElement, served: ServedArticle) {
  const text = findPart(root, 'text');
  if (!text) return () => {};

  const { locked, likes, collects } = served.article;
  const leaving = new AbortController();
  const shown = { like: { on: false, count: likes }, collect: { on: false, count: collects }, followed: false };
  const page: ArticlePage = { ...served, root, shown, pressed: new Set(), signal: leaving.signal };
  answerPresses(page);
  followLinks(root, page.navigate, page.signal);
  watchCopying(text, page);
  let reading = readyText(text, page);
  const onUnlocked = (whole: ArticleInfo) => {
    page.article = whole;
    reading.abort();
    reading = readyText(text, page);
  };
  const unlock = locked
    ? import('./unlock.tsx').then(({ watchUnlock }) => watchUnlock(page, onUnlocked))
    : Promise.resolve();
  void unlock.finally(() => markHydrated(root));
  void import('./acts.ts').then(({ watchCounts, showOwnState }) => {
    watchCounts(page);
    void showOwnState(page);
  });
  void import('./ink.ts').then(({ sealEnd }) => sealEnd(page));

  return () => {
    leaving.abort();
    reading.abort();
    closeDialogs();
  };
}

/** Sets up features of the text, again after it is unlocked. */
function readyText(text: HTMLElement, page: ArticlePage) {
  const ending = new AbortController();
  const { signal } = ending;
  followHeadings(page, signal);
  followProgress(page, signal);
  readyProse(text, signal);
  void import('./reading-place.ts').then(({ followPlace }) => followPlace(text, page.article.id, signal));
  return ending;
}

/** Distance from the top of the window at which a heading becomes current. */
const line = 130;

/** Marks the current heading in the contents. */
function followHeadings(page: ArticlePage, signal: AbortSignal) {
  const links = partElements(page.root, 'contents').flatMap((list) => [...list.querySelectorAll('a')]);
  const headings = [...new Set(links.map(idIn))].flatMap((id) => document.getElementById(id) ?? []);
  const passed = new Set<Element>();
  const onPass = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) passed.add(target);
      else passed.delete(target);
    }
    page.heading = headings.findLast((heading) => passed.has(heading))?.id;
    mark(links, page.heading);
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

const idIn = ({ hash }: HTMLAnchorElement) => decodeURIComponent(hash.slice(1));

function mark(links: HTMLAnchorElement[], id: string | undefined) {
  for (const link of links) {
    if (idIn(link) !== id) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'true');
      keepVisible(link);
    }
  }
}

/** Scrolls the contents list, not the page. */
function keepVisible(link: HTMLAnchorElement) {
  const list = link.closest('ol');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += above - list.clientHeight / 2;
}

/** Shows reading progress below the contents. */
function followProgress({ root, article: { minutes } }: ArticlePage, signal: AbortSignal) {
  const label = findPart(root, 'progress');
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
function watchCopying(text: HTMLElement, page: ArticlePage) {
  const onCopy = (event: ClipboardEvent) => {
    event.stopPropagation();
    sayCopied(event, () => sourceLines(page));
  };
  text.addEventListener('copy', onCopy, { signal: page.signal });
}

function sourceLines({ article: { path, title, author, original }, site }: ArticlePage) {
  return [
    `${original ? '作者' : '转载'}：${author.nickname}`,
    `来源：${site.name}《${title}》`,
    `链接：${site.url}${path}`,
  ];
}
