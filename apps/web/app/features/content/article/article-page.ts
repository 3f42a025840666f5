import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { CallsOf } from '../../../api/calls.ts';
import { countText } from '../../../ui/figures.ts';

/** `reading` rejects without a toast. */
export type ArticleCalls = CallsOf<'articles' | 'collects' | 'follows' | 'quoteCards'> & {
  reading: CallsOf<'articles'>['articles'];
};

/** An article's page while it is open: served as HTML that React does not hydrate, and changed by its scripts. */
export type ArticlePage = {
  root: HTMLElement;
  /** With the full text once it is unlocked. */
  article: ArticleInfo;
  site: SiteInfo;
  calls: ArticleCalls;
  navigate: (to: string) => void;
  /** Aborted when the reader leaves. */
  signal: AbortSignal;
  /** Pressed here already: an answer to an earlier request does not change those. */
  pressed: Set<ArticleAction>;
  /** Likes, collects and the follow as they are shown; as served, they are nobody's. */
  shown: { like: Like; collect: Like; followed: boolean };
  /** Id of the heading being read. */
  heading?: string | undefined;
  /** Shows the full text if the reader may read it by now, and resolves to whether; set while the article is locked. */
  unlock?: () => Promise<boolean>;
};

export type Like = { on: boolean; count: number };

/** Acts of a press on the page: the HTML names one with `does`, `actions.ts` carries it out. */
export type ArticleAction =
  | 'like'
  | 'collect'
  | 'follow'
  | 'share'
  | 'reward'
  | 'contents'
  | 'look'
  | 'write'
  | 'login'
  | 'unlock';

export const triggerProps = (action: ArticleAction) => ({ 'data-do': action });

/** Elements that carry out an action. */
export function listTriggers(root: ParentNode, action: ArticleAction) {
  return [...root.querySelectorAll<HTMLElement>(`[data-do="${action}"]`)];
}

/** Elements that scripts read or change: the HTML names them with `part`. */
export type ArticlePart =
  /** The rendered text. */
  | 'text'
  /** Each list of the headings, and what is shown only where there are some. */
  | 'contents'
  | 'with-contents'
  /** Progress of reading. */
  | 'progress'
  /** Shown while the article is locked, and once it is not. */
  | 'locked'
  | 'unlocked'
  /** Field for the code of the official account, and what was wrong with it. */
  | 'code'
  | 'code-error'
  /** Removed for the author, who cannot follow themselves. */
  | 'for-others'
  /** Each place of a number. */
  | Counter;

type Counter = 'likes' | 'collects' | 'comments';

export const part = (name: ArticlePart) => ({ 'data-part': name });

export function partElements(root: ParentNode, name: ArticlePart) {
  return [...root.querySelectorAll<HTMLElement>(`[data-part="${name}"]`)];
}

export function findPart(root: ParentNode, name: ArticlePart): HTMLElement | undefined {
  return partElements(root, name)[0];
}

/** Updates a number everywhere on the page; in a line of figures, zero is hidden. */
export function showCount(root: ParentNode, name: Counter, value: number) {
  for (const place of partElements(root, name)) {
    place.textContent = countText(value);
    const figure = place.closest<HTMLElement>('[title]');
    if (figure) figure.hidden = value === 0;
  }
}
