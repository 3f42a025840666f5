import { readTypes } from '@mojian/contract/platform/rules';
import { listenLive } from '../../../live/live.ts';
import { readUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { countText } from '../../../ui/figures.ts';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import {
  type ArticleCalls,
  type ArticlePage,
  type Like,
  listTriggers,
  partElements,
  showCount,
} from './article-page.ts';
import { fillWithInk, liftSeal, pressSeal, pressStar, rollNumber } from './ink.ts';

type Act = 'like' | 'collect';

const counterOf = { like: 'likes', collect: 'collects' } as const;

/** Toggles like or collect. Resolves to whether it was accepted. */
export function toggle(name: Act, page: ArticlePage) {
  const { article, calls } = page;
  const from = page.shown[name];
  return toggleOptimistically({
    name: `${name} article ${article.id}`,
    from,
    to: { on: !from.on, count: Math.max(0, from.count + (from.on ? -1 : 1)) },
    show: (like) => {
      const before = page.shown[name];
      show(page, name, like);
      // not again for the answer, which shows the same
      if (like.on === before.on) return;
      if (like.on) answerHand[name](page, before.count);
      else if (!from.on && name === 'like') liftSeal(page);
    },
    send: () => send[name](calls, article.id, !from.on),
  });
}

const answerHand: Record<Act, (page: ArticlePage, before: number) => void> = {
  like(page, before) {
    pressSeal(page);
    for (const figure of partElements(page.root, 'likes')) rollNumber(figure, countText(before));
  },
  collect: pressStar,
};

const send: Record<Act, (calls: ArticleCalls, id: number, on: boolean) => Promise<Like>> = {
  async like({ articles }, articleId, on) {
    const { liked, likes } = await articles.like({ query: { articleId, like: on ? '1' : '0' } });
    return { on: liked, count: likes };
  },
  async collect({ collects }, articleId, on) {
    const answer = await (on ? collects.collect : collects.uncollect)({ query: { articleId } });
    return { on: answer.collected, count: answer.collects };
  },
};

export function toggleFollow(page: ArticlePage) {
  const { follows } = page.calls;
  const userId = page.article.author.id;
  const { followed } = page.shown;
  return toggleOptimistically({
    name: `follow ${userId}`,
    from: followed,
    to: !followed,
    show: (isFollowed) => {
      const isNew = isFollowed && !page.shown.followed;
      showFollowed(page, isFollowed);
      if (isNew) for (const button of listTriggers(page.root, 'follow')) fillWithInk(button);
    },
    send: () => (followed ? follows.unfollow : follows.follow)({ query: { userId } }),
  });
}

function show(page: ArticlePage, name: Act, like: Like) {
  page.shown[name] = like;
  for (const button of listTriggers(page.root, name)) if (button.ariaPressed) button.ariaPressed = String(like.on);
  showCount(page.root, counterOf[name], like.count);
}

function showFollowed(page: ArticlePage, isFollowed: boolean) {
  page.shown.followed = isFollowed;
  for (const button of listTriggers(page.root, 'follow')) {
    button.classList.toggle('article-followed', isFollowed);
    button.textContent = isFollowed ? '已关注' : '关注';
  }
}

/** Shows the member's likes, collects and follows on the shared page, but for what was pressed since. Ignores failures. */
export async function showOwnState(page: ArticlePage) {
  const { article, calls, pressed, root, shown } = page;
  if (!readToken() || article.kind === 'page' || article.readType === readTypes.onlyAuthor) return;
  const own = await calls.reading.mine({ query: { id: article.id } }).catch(() => undefined);
  if (!own) return;
  if (!pressed.has('like')) show(page, 'like', { ...shown.like, on: own.liked });
  if (!pressed.has('collect')) show(page, 'collect', { ...shown.collect, on: own.collected });
  if (readUser()?.id === article.author.id) for (const element of partElements(root, 'for-others')) element.remove();
  else if (!pressed.has('follow')) showFollowed(page, own.followed);
}

/** Updates counts from live events, which carry the new number. */
export function watchCounts(page: ArticlePage) {
  if (page.signal.aborted) return;
  const showNumber = (name: Act, count: number) => show(page, name, { ...page.shown[name], count });
  const stop = listenLive([`article:${page.article.id}`], ({ type, id }) => {
    if (type === 'likes') showNumber('like', id);
    if (type === 'collects') showNumber('collect', id);
  });
  page.signal.addEventListener('abort', stop);
}
