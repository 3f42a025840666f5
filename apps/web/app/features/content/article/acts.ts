import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { CallsOf } from '../../../api/calls.ts';
import { listenLive } from '../../../live/live.ts';
import { readToken } from '../../../session/token.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { showCount } from './show-count.ts';

type Act = 'like' | 'collect';
/** `page`: the article's own, which an answer that comes after the next one was opened leaves alone. */
type ActOptions = { page: HTMLElement; article: ArticleInfo; calls: ArticleCalls };

const counterOf = { like: 'likes', collect: 'collects' } as const;
const busy = new Set<string>();

/**
 * Toggles like or collect optimistically and reverts on failure. Visitors are asked to log in. Resolves to the new
 * state.
 */
export async function act(name: Act, { page, article, calls }: ActOptions) {
  if (!readToken()) {
    askToLogIn();
    return false;
  }
  const running = `${name} ${article.id}`;
  if (busy.has(running)) return false;
  busy.add(running);
  for (const button of buttonsOf(page, name)) button.dataset.chosen = 'true';
  const before = stateOf(page, name);
  show(page, name, { on: !before.on, count: Math.max(0, before.count + (before.on ? -1 : 1)) });
  try {
    const after = await send[name](calls, article.id, !before.on);
    show(page, name, after);
    if (after.on) page.dispatchEvent(new Event(`mojian:${name}`));
    return after.on;
  } catch (error) {
    show(page, name, before);
    sayIfLost(error);
    return before.on;
  } finally {
    busy.delete(running);
  }
}

/** Shows the member's likes and collects, except for buttons pressed since. */
export function showActs(page: HTMLElement, own: { liked: boolean; collected: boolean }) {
  const done = { like: own.liked, collect: own.collected };
  for (const name of ['like', 'collect'] as const)
    if (![...buttonsOf(page, name)].some(({ dataset }) => dataset.chosen))
      show(page, name, { ...stateOf(page, name), on: done[name] });
}

/** Updates a count everywhere on the page. */
function keepCount(page: HTMLElement, name: Act, count: number) {
  for (const button of buttonsOf(page, name)) button.dataset.n = String(count);
  showCount(page, counterOf[name], count);
}

type State = { on: boolean; count: number };

const send: Record<Act, (calls: ArticleCalls, id: number, on: boolean) => Promise<State>> = {
  async like({ articles }, articleId, on) {
    const { liked, likes } = await articles.like({ query: { articleId, like: on ? '1' : '0' } });
    return { on: liked, count: likes };
  },
  async collect({ collects }, articleId, on) {
    const answer = await (on ? collects.collect : collects.uncollect)({ query: { articleId } });
    return { on: answer.collected, count: answer.collects };
  },
};

function show(page: HTMLElement, name: Act, { on, count }: State) {
  for (const button of buttonsOf(page, name)) button.ariaPressed = String(on);
  keepCount(page, name, count);
}

/** Reads the state from the DOM. */
function stateOf(page: HTMLElement, name: Act): State {
  const [button] = buttonsOf(page, name);
  return { on: button?.ariaPressed === 'true', count: Number(button?.dataset.n) };
}

function buttonsOf(page: HTMLElement, name: Act) {
  return page.querySelectorAll<HTMLElement>(`.article-act[data-do="${name}"]`);
}

/** Updates counts from live events, which carry the new number. */
export function watchCounts(page: HTMLElement, { id }: ArticleInfo, signal: AbortSignal) {
  if (signal.aborted) return;
  const stop = listenLive([`article:${id}`], (event) => {
    if (event.type === 'likes') keepCount(page, 'like', event.id);
    if (event.type === 'collects') keepCount(page, 'collect', event.id);
  });
  signal.addEventListener('abort', stop);
}

/** `reading` rejects without a toast. */
export type ArticleCalls = CallsOf<'articles' | 'collects' | 'follows'> & {
  reading: CallsOf<'articles'>['articles'];
};
