import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { loadPart } from '../../../ui/load-part.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import type { ArticleCalls } from './acts.ts';
import { copyCode } from './copy-code.ts';

type PerformOptions = { page: HTMLElement; article: ArticleInfo; site: SiteInfo; calls: ArticleCalls };

/** Handles a button's `data-do` or `data-copy`; loads dialogs on demand. */
export function perform(button: HTMLElement, { page, article, site, calls }: PerformOptions) {
  const action = button.dataset.do;
  if (action === undefined) void copyCode(button);
  if (action === 'share')
    loadPart(
      () => import('./share.tsx'),
      ({ openShare }) => openShare(article, site),
    );
  if (action === 'reward')
    loadPart(
      () => import('./share.tsx'),
      ({ openReward }) => openReward(site),
    );
  if (action === 'contents')
    loadPart(
      () => import('./open-contents.tsx'),
      ({ openContents }) => openContents(article.headings),
    );
  if (action === 'follow')
    loadPart(
      () => import('./own-state.ts'),
      ({ follow }) => follow(page, article, calls),
    );
  if (action === 'like' || action === 'collect')
    loadPart(
      () => import('./acts.ts'),
      ({ act }) => void act(action, { page, article, calls }),
    );
  if (action === 'login') askToLogIn();
  if (action === 'quiet') readQuietly();
  if (action === 'look')
    loadPart(
      () => import('./reading-menu.tsx'),
      ({ openReadingMenu }) => openReadingMenu(readQuietly),
    );
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
