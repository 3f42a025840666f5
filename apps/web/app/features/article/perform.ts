import type { ArticleInfo } from '@mojian/contract/articles';
import type { SiteInfo } from '@mojian/contract/site';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';
import type { ArticleCalls } from './article-calls.ts';

type Given = { article: ArticleInfo; site: SiteInfo; calls: ArticleCalls };

/** Does what a button's `data-do` says. Dialogs are fetched when they are first wanted. */
export async function perform(action: string, { article, site, calls }: Given) {
  if (action === 'share') (await import('./share/open-share.tsx')).openShare(article, site);
  if (action === 'reward') (await import('./share/open-reward.tsx')).openReward(site);
  if (action === 'contents') (await import('./open-contents.tsx')).openContents(article.headings);
  if (action === 'follow') (await import('./follow-writer.ts')).follow(article, calls);
  if (action === 'like' || action === 'collect') await (await import('./acts.ts')).act(action, { article, calls });
  if (action === 'login') askToLogIn();
  if (action === 'quiet') readQuietly();
  if (action === 'look') (await import('./reading-menu/open-reading-menu.tsx')).openReadingMenu(readQuietly);
}

/** Hides all but the text until Escape, or the button at the foot. */
function readQuietly() {
  const { documentElement: root, body } = document;
  const leave = document.createElement('button');
  leave.type = 'button';
  leave.className = 'btn sm leave-quiet';
  leave.textContent = '退出专注阅读';
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => {
    ending.abort();
    leave.remove();
    root.removeAttribute('data-quiet');
  };
  // a dialog open above takes its own Escape
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && !document.querySelector('dialog[open]') && stop();
  leave.addEventListener('click', stop, { signal });
  addEventListener('keydown', onKey, { signal });
  root.setAttribute('data-quiet', '');
  body.append(leave);
  leave.focus({ preventScroll: true });
}
