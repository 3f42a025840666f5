import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Standing } from './standing.ts';

/** An article as screens show it. The same object until something changed. */
export type Sight = {
  content: ArticleContent;
  draft: Draft | null;
  standing: Standing;
  id: number | null;
  /** Something of it is not on the server. */
  isDirty: boolean;
  /** This browser has all of it. */
  isKept: boolean;
};

/** Milliseconds a screen may lag behind the keys where only the text changed. */
const lag = 120;

/** Tells those who watch of what changed, at once or a moment later. */
export class Watched {
  sight: Sight;
  #look: () => Sight;
  #watchers = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(look: () => Sight) {
    this.#look = look;
    this.sight = look();
  }

  watch(watcher: () => void) {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  show() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.sight = this.#look();
    for (const watcher of this.#watchers) watcher();
  }

  showSoon() {
    this.#timer ??= setTimeout(() => this.show(), lag);
  }
}
