import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { CallsOf } from '../../../api/calls.ts';
import { listenLive } from '../../../live/live.ts';
import { readToken } from '../../../session/token.ts';
import { figures } from '../../../ui/figures.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import type { CommentDeps } from '../../community/comments/deps.ts';
import { askToLogIn } from '../../members/asks-login/ask-to-log-in.ts';

type Act = 'like' | 'collect';
type ActOptions = { article: ArticleInfo; calls: ArticleCalls };

const counterOf = { like: 'likes', collect: 'collects' } as const;
const busy = new Set<Act>();

/**
 * Toggles like or collect optimistically and reverts on failure. Visitors are asked to log in. Resolves to the new
 * state.
 */
export async function act(name: Act, { article, calls }: ActOptions) {
  if (!readToken()) {
    askToLogIn();
    return false;
  }
  if (busy.has(name)) return false;
  busy.add(name);
  for (const button of buttonsOf(name)) button.dataset.chosen = 'true';
  const before = stateOf(name);
  show(name, { on: !before.on, count: Math.max(0, before.count + (before.on ? -1 : 1)) });
  try {
    const after = await send[name](calls, article.id, !before.on);
    show(name, after);
    if (after.on) document.getElementById('main')?.dispatchEvent(new Event(`mojian:${name}`));
    return after.on;
  } catch (error) {
    show(name, before);
    sayIfLost(error);
    return before.on;
  } finally {
    busy.delete(name);
  }
}

/** Shows the member's likes and collects, except for buttons pressed since. */
export function showActs(own: { liked: boolean; collected: boolean }) {
  const done = { like: own.liked, collect: own.collected };
  for (const name of ['like', 'collect'] as const)
    if (![...buttonsOf(name)].some(({ dataset }) => dataset.chosen)) show(name, { ...stateOf(name), on: done[name] });
}

/** Updates a count everywhere on the page. */
export function showCount(name: Act, count: number) {
  for (const button of buttonsOf(name)) button.dataset.n = String(count);
  for (const place of document.querySelectorAll(`main [data-count="${counterOf[name]}"]`))
    place.textContent = figures(count);
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

function show(name: Act, { on, count }: State) {
  for (const button of buttonsOf(name)) button.ariaPressed = String(on);
  showCount(name, count);
}

/** Reads the state from the DOM. */
function stateOf(name: Act): State {
  const [button] = buttonsOf(name);
  return { on: button?.ariaPressed === 'true', count: Number(button?.dataset.n) };
}

function buttonsOf(name: Act) {
  return document.querySelectorAll<HTMLElement>(`main .article-act[data-do="${name}"]`);
}

/** Updates counts from live events, which carry the new number. */
export function watchCounts({ id }: ArticleInfo, signal: AbortSignal) {
  if (signal.aborted) return;
  const stop = listenLive([`article:${id}`], (event) => {
    if (event.type === 'likes') showCount('like', event.id);
    if (event.type === 'collects') showCount('collect', event.id);
  });
  signal.addEventListener('abort', stop);
}

/** `reading` rejects without a toast. */
export type ArticleCalls = CallsOf<'articles' | 'collects' | 'follows'> & {
  reading: CallsOf<'articles'>['articles'];
  comments: CommentDeps;
};
