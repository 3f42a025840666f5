import type { ArticleInfo } from '@mojian/contract/content/articles';
import { readTypes } from '@mojian/contract/platform/rules';
import { listenLive } from '../../../live.ts';
import { watchUser } from '../../../session.ts';
import type { ArticleCalls } from './article-calls.ts';
import { revealed } from './reveal.tsx';
import { mayOpen, openByCode, tryToOpen } from './unlock.ts';

type Given = { article: ArticleInfo; calls: ArticleCalls };

/** Opens the article in its place as soon as this reader may read on: now, or after a comment, a like, a code, a login. */
export function watchGate(page: HTMLElement, given: Given, ending: AbortSignal) {
  const open = new AbortController();
  const signal = AbortSignal.any([ending, open.signal]);
  if (signal.aborted) return;
  const look = (asked = true) => mayOpen(given.article) && void tryToOpen(given, asked);
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.opens !== 'code') return;
    event.preventDefault();
    void openByCode(form, given);
  };
  page.addEventListener('submit', onSubmit, { signal });
  page.addEventListener('mojian:like', () => look(), { signal });
  page.addEventListener(revealed, () => open.abort(), { signal });
  signal.addEventListener(
    'abort',
    watchUser(() => look()),
  );
  if (given.article.readType === readTypes.afterComment)
    signal.addEventListener(
      'abort',
      listenLive([`article:${given.article.id}`], () => look()),
    );
  look(false);
}
