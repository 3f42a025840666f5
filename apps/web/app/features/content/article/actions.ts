import { loadPart } from '../../../ui/load-part.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import type { ArticleAction, ArticlePage } from './article-page.ts';

type Handler = (page: ArticlePage) => void;

const loadActs = () => import('./acts.ts');
const loadShare = () => import('./share.tsx');

/** Handlers by action; a large one is loaded when first pressed. */
export const handlers: Record<ArticleAction, Handler> = {
  like: lazily(loadActs, async ({ toggle }, page) => {
    if (await toggle('like', page)) await page.unlock?.();
  }),
  collect: lazily(loadActs, ({ toggle }, page) => toggle('collect', page)),
  follow: lazily(loadActs, ({ toggleFollow }, page) => toggleFollow(page)),
  share: lazily(loadShare, ({ openShare }, page) => openShare(page)),
  reward: lazily(loadShare, ({ openReward }, { site }) => openReward(site)),
  contents: lazily(
    () => import('./open-contents.tsx'),
    ({ openContents }, page) => openContents(page),
  ),
  look: lazily(
    () => import('./reading-menu.tsx'),
    ({ openReadingMenu }, { article, navigate }) => openReadingMenu(() => navigate(`${article.path}/read`)),
  ),
  // at once: keys pressed while a part loads would be lost
  write: ({ root }) => root.querySelector<HTMLElement>('#comments textarea')?.focus(),
  login: askToLogIn,
  unlock: lazily(
    () => import('./unlock.tsx'),
    ({ unlockByCode }, page) => unlockByCode(page),
  ),
};

/** Loads a part of the page when it is first needed. */
function lazily<Part>(load: () => Promise<Part>, act: (part: Part, page: ArticlePage) => unknown): Handler {
  return (page) => loadPart(load, (part) => void act(part, page));
}

/** Carries out what is pressed. A link or a form around it is for readers without scripts. */
export function answerPresses(page: ArticlePage) {
  const onClick = (event: MouseEvent) => {
    const name = (event.target as Element).closest<HTMLElement>('[data-do]')?.dataset.do;
    if (!isAction(name)) return;
    event.preventDefault();
    page.pressed.add(name);
    handlers[name](page);
  };
  page.root.addEventListener('click', onClick, { signal: page.signal });
}

const isAction = (name: string | undefined): name is ArticleAction =>
  name !== undefined && Object.hasOwn(handlers, name);
