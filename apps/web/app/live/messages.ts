import type { LiveEvent } from '@mojian/client/live-stream';
import type { Opened } from './subscriptions.ts';

/** What one tab wants to hear; undefined while it wants nothing. `isSeen`: somebody looks at it. */
export type Wish = { topics: string[] | undefined; token: string | undefined; isSeen: boolean };

/** What a tab says to the one that has the line; no topics when it goes. */
export type Wanted = { is: 'want'; from: string; topics: string[]; isSeen: boolean };

/** What the one that has the line says, to all or to one. `who`: say what you want, which is also its sign of life. */
export type Passed =
  | { is: 'who' }
  | { is: 'open'; to?: string; opened: Opened }
  | { is: 'lost'; to?: string }
  | { is: 'event'; event: LiveEvent };

/** `as`: for whom it has the line; tabs of another member do not listen. `session`: somebody logged in or out. */
export type Word = Wanted | { is: 'session' } | (Passed & { as: string });

/** A tab that did not say for so long that it is there is forgotten, in milliseconds. */
const forgottenAfter = 70_000;

/** What the other tabs want, as the one that has the line knows it. */
export class Wishes {
  readonly #tabs = new Map<string, { topics: string[]; isSeen: boolean; at: number }>();

  /** Whether somebody has begun to look at that tab. */
  hear({ from, topics, isSeen }: Wanted) {
    const wasSeen = this.#tabs.get(from)?.isSeen ?? false;
    if (topics.length > 0) this.#tabs.set(from, { topics, isSeen, at: performance.now() });
    else this.#tabs.delete(from);
    return isSeen && !wasSeen;
  }

  topics() {
    for (const [from, { at }] of this.#tabs) if (performance.now() - at > forgottenAfter) this.#tabs.delete(from);
    return [...this.#tabs.values()].flatMap(({ topics }) => topics);
  }

  isOneSeen() {
    return [...this.#tabs.values()].some(({ isSeen }) => isSeen);
  }

  forget() {
    this.#tabs.clear();
  }
}
