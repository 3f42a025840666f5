import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { askToLogIn } from '../../members/asks-login/ask-to-log-in.ts';
import type { ArticleCalls } from './acts.ts';

type PerformOptions = { page: HTMLElement; article: ArticleInfo; site: SiteInfo; calls: ArticleCalls };

/** Handles a button's `data-do`; loads dialogs on demand. */
export async function perform(action: string, { page, article, site, calls }: PerformOptions) {
  if (action === 'share') (await import('./share.tsx')).openShare(article, site);
  if (action === 'reward') (await import('./share.tsx')).openReward(site);
  if (action === 'contents') (await import('./open-contents.tsx')).openContents(article.headings);
  if (action === 'follow') (await import('./own-state.ts')).follow(page, article, calls);
  if (action === 'like' || action === 'collect')
    await (await import('./acts.ts')).act(action, { page, article, calls });
  if (action === 'login') askToLogIn();
  if (action === 'quiet') readQuietly();
  if (action === 'look') (await import('./reading-menu.tsx')).openReadingMenu(readQuietly);
}

/** Hides all but the text until Escape or the exit button. */
function readQuietly() {
  const { documentElement: root, body } = document;
  const leave = document.createElement('button');
  leave.type = 'button';
  leave.className = 'btn btn-sm article-leave-quiet';
  leave.textContent = '退出专注阅读';
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => {
    ending.abort();
    leave.remove();
    root.removeAttribute('data-quiet');
  };
  // a dialog on top handles its own Escape
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && !document.querySelector('dialog[open]') && stop();
  leave.addEventListener('click', stop, { signal });
  addEventListener('keydown', onKey, { signal });
  root.setAttribute('data-quiet', '');
  body.append(leave);
  leave.focus({ preventScroll: true });
}
