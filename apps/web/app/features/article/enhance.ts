import type { ArticleInfo } from '@mojian/contract/articles';
import { readTypes } from '@mojian/contract/rules';
import type { SiteInfo } from '@mojian/contract/site';
import { readToken } from '../../session.ts';
import { wake } from '../../ui/wake.ts';
import type { Talk } from '../comments/talk.ts';
import type { ArticleCalls } from './article-calls.ts';
import { watchCopying } from './copy-source.ts';
import { watchDiagrams } from './diagram/watch-diagrams.ts';
import { followReading } from './follow-reading.ts';
import { jumpTo, routeOf } from './links.ts';

type Given = {
  article: ArticleInfo;
  site: SiteInfo;
  talk: Talk | null;
  calls: ArticleCalls;
  navigate: (to: string) => void;
};

/** Adds to a screen all that moves; what only some texts or readers want is fetched then. Returns the way back. */
export function enhance(page: HTMLElement, served: Given) {
  let given = served;
  const body = page.querySelector<HTMLElement>('.prose');
  if (!body) return () => {};

  const ending = new AbortController();
  const { signal } = ending;
  page.addEventListener('click', (event) => onClick(event, given), { signal });
  watchCopying(body, given.article, given.site, signal);
  let text = readyText(page, body, given);
  const onRevealed = (event: Event) => {
    given = { ...given, article: (event as CustomEvent<ArticleInfo>).detail };
    text.abort();
    text = readyText(page, body, given);
  };
  page.addEventListener('mojian:revealed', onRevealed, { signal });
  if (readToken() && given.article.readType !== readTypes.onlyAuthor)
    void import('./own-state.ts').then(({ showOwnState }) => showOwnState(page, given));
  const gate = given.article.locked
    ? import('./watch-gate.ts').then(({ watchGate }) => watchGate(page, given, signal))
    : Promise.resolve();
  void gate.finally(() => wake(page));
  void import('../comments/watch-comments.ts').then(({ watchComments }) => {
    const target = { articleId: given.article.id };
    const isClosed = given.article.commenting === 'closed';
    void import('../comments/quote-article.ts').then(({ offerQuotesOf }) => offerQuotesOf(page, target, signal));
    watchComments(page, { target, talk: given.talk, parts: { ...given.calls.comments, isClosed } }, signal);
  });
  void import('./watch-counts.ts').then(({ watchCounts }) => watchCounts(given.article, signal));

  return () => {
    ending.abort();
    text.abort();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.over-article')) dialog.close();
    document.querySelector<HTMLElement>('.leave-quiet')?.click();
  };
}

/** What follows the text as it stands now: an opening, or the whole. */
function readyText(page: HTMLElement, body: HTMLElement, { article }: Given) {
  const ending = new AbortController();
  const { signal } = ending;
  followReading(page, article.minutes, signal);
  watchDiagrams(body, signal);
  if (body.querySelector('.code')) void import('./code/ready-code.ts').then(({ readyCode }) => readyCode(body, signal));
  void import('./place/follow-place.ts').then(({ followPlace }) => followPlace(body, article.id, signal));
  if (body.querySelector('img')) void import('./pictures.ts').then(({ readyPictures }) => readyPictures(body, signal));
  return ending;
}

function onClick(event: MouseEvent, given: Given) {
  const target = event.target as Element;
  const action = target.closest<HTMLElement>('[data-do]')?.dataset.do;
  const code = target.closest<HTMLElement>('[data-copy]');
  const link = target.closest('a');
  // one that is a link leads somewhere without scripts
  if (action && link) event.preventDefault();
  // at once: keys pressed while a part is being fetched would be lost
  if (action === 'write') document.querySelector<HTMLElement>('#comments textarea')?.focus();
  else if (action) void import('./perform.ts').then(({ perform }) => perform(action, given));
  else if (code) void import('./copy-code.ts').then(({ copyCode }) => copyCode(code));
  else if (link) follow(link, event, given.navigate);
}

function follow(link: HTMLAnchorElement, event: MouseEvent, navigate: Given['navigate']) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // the reader wants another window
  const route = routeOf(link);
  if (route) {
    event.preventDefault();
    navigate(route);
  } else if (jumpTo(link)) event.preventDefault();
}
