import type { ArticleInfo } from '@mojian/contract/content/articles';
import { readUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { type ArticleCalls, showActs } from './acts.ts';

/** Shows the member's likes, collects and follows on the shared page; ignores failures. */
export async function showOwnState(
  page: HTMLElement,
  { article, calls }: { article: ArticleInfo; calls: ArticleCalls },
) {
  const own = await calls.reading.mine({ query: { id: article.id } }).catch(() => undefined);
  if (!own) return;
  showActs(page, own);
  showFollowed(page, article, own.followed);
}

/** Shows whether the member follows the author; removes the button for the author. */
export function showFollowed(page: HTMLElement, { author }: ArticleInfo, isFollowed: boolean) {
  const line = page.querySelector('.article-writer-line');
  const button = line?.querySelector('button');
  if (!button) return;
  if (readUser()?.id === author.id)
    for (const part of line?.querySelectorAll('button, button + a') ?? []) part.remove();
  else if (!button.dataset.chosen) mark(button, isFollowed); // unless it was pressed since the request
}

/** Toggles following optimistically and reverts on failure. Visitors are asked to log in. */
export async function follow(page: HTMLElement, { author: { id } }: ArticleInfo, { follows }: ArticleCalls) {
  const button = page.querySelector<HTMLElement>('.article-writer-line button');
  if (!button || button.ariaBusy) return;
  if (!readToken()) return askToLogIn();
  const isFollowed = button.classList.contains('article-followed');
  button.ariaBusy = 'true';
  button.dataset.chosen = 'true';
  mark(button, !isFollowed);
  await (isFollowed ? follows.unfollow : follows.follow)({ query: { userId: id } }).catch((error) => {
    mark(button, isFollowed);
    sayIfLost(error);
  });
  button.ariaBusy = null;
}

function mark(button: HTMLElement, isFollowed: boolean) {
  button.classList.toggle('article-followed', isFollowed);
  button.textContent = isFollowed ? '已关注' : '关注';
}
