import type { ArticleInfo } from '@mojian/contract/articles';
import type { SiteInfo } from '@mojian/contract/site';
import { copyCode } from './copy-code.ts';
import { watchCopying } from './copy-source.ts';
import { watchDiagrams } from './diagram/watch-diagrams.ts';
import { followReading } from './follow-reading.ts';
import { jumpTo, routeOf } from './links.ts';
import { perform } from './perform.ts';
import { pictureAt, readyPictures } from './pictures.ts';

type Given = { article: ArticleInfo; site: SiteInfo; navigate: (to: string) => void };

/** Adds to a screen all that moves. Returns the way to take it off again. */
export function enhance(page: HTMLElement, given: Given) {
  const body = page.querySelector<HTMLElement>('.prose');
  if (!body) return () => {};

  const ending = new AbortController();
  const { signal } = ending;
  page.addEventListener('click', (event) => onClick(event, given), { signal });
  body.addEventListener('keydown', onKey, { signal });
  watchCopying(body, given.article, given.site, signal);
  readyPictures(body, signal);
  followReading(page, body, given.article.minutes, signal);
  watchDiagrams(body, signal);

  return () => {
    ending.abort();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.over-article')) dialog.close();
    document.querySelector<HTMLElement>('.leave-quiet')?.click();
  };
}

function onClick(event: MouseEvent, { article, site, navigate }: Given) {
  const target = event.target as Element;
  const action = target.closest<HTMLElement>('[data-do]')?.dataset.do;
  const code = target.closest<HTMLElement>('[data-copy]');
  const link = target.closest('a');
  if (action) void perform(action, article, site);
  else if (code) void copyCode(code);
  else if (link) follow(link, event, navigate);
  else openPicture(target);
}

function follow(link: HTMLAnchorElement, event: MouseEvent, navigate: Given['navigate']) {
  // React Router has answered already, or the reader wants another window
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const route = routeOf(link);
  if (route) {
    event.preventDefault();
    navigate(route);
  } else if (jumpTo(link)) event.preventDefault();
}

/** A picture answers to the keys of a button. */
function onKey(event: KeyboardEvent) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  if (openPicture(event.target as Element)) event.preventDefault();
}

function openPicture(target: Element) {
  const place = pictureAt(target);
  if (place) void import('./viewer/open-viewer.tsx').then(({ openViewer }) => openViewer(place));
  return place !== undefined;
}
