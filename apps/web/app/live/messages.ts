import type { LiveEvent } from '@mojian/client/live-stream';
import type { Opened } from './subscriptions.ts';

/** Topics of one tab; undefined while it has none. `isSeen`: the tab is visible. */
export type Wish = { topics: string[] | undefined; token: string | undefined; isSeen: boolean };

/** A tab's message to the leader; no topics when it closes. */
export type Wanted = { is: 'want'; from: string; topics: string[]; isSeen: boolean };

/** The leader's message to one tab or all. `who` asks for topics and serves as heartbeat. */
export type Passed =
  | { is: 'who' }
  | { is: 'open'; to?: string; opened: Opened }
  | { is: 'lost'; to?: string }
  | { is: 'event'; event: LiveEvent };

/** `as`: member of the connection; tabs of another member ignore it. `session`: somebody logged in or out. */
export type Word = Wanted | { is: 'session' } | (Passed & { as: string });

/** Milliseconds after which a silent tab is forgotten. */
const forgottenAfter = 70_000;

/** Topics of the other tabs, as the leader knows them. */
export class Wishes {
  readonly #tabs = new Map<string, { topics: string[]; isSeen: boolean; at: number }>();

  /** Returns whether the tab has become visible. */
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
