import { dropEntry, putEntry } from './entries.ts';
import type { Entry } from './entry.ts';
import { net } from './net.ts';

type Task = { put: () => Entry } | { drop: string };

/**
 * Writes to the browser's journal, one thing at a time and begun at once: of what comes meanwhile only the newest is
 * written. `onKept` hears whether the newest is safe in this browser.
 */
export class Keeper {
  #next: Task | undefined;
  #writing: Promise<void> | undefined;
  #written: Entry | undefined;
  #onKept: (isKept: boolean) => void;

  constructor(onKept: (isKept: boolean) => void) {
    this.#onKept = onKept;
  }

  /** Done once what is newest by then is kept, or cannot be. */
  put(entry: () => Entry) {
    return this.#do({ put: entry });
  }

  drop(name: string) {
    return this.#do({ drop: name });
  }

  /** The page may be gone in a moment: what is still being written goes into the other store as well. */
  hold() {
    if (this.#next) return 'put' in this.#next && net.write(this.#next.put());
    return this.#written !== undefined && net.write(this.#written);
  }

  #do(task: Task) {
    this.#next = task;
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #drain() {
    while (this.#next) {
      const task = this.#next;
      this.#next = undefined;
      if ('put' in task) await this.#write(task.put());
      else await dropEntry(task.drop).catch((cause) => console.warn('日志没有清掉', cause));
    }
  }

  async #write(entry: Entry) {
    this.#written = entry;
    if (net.fits(entry)) net.write(entry);
    try {
      await putEntry(entry);
      this.#onKept(true);
    } catch (cause) {
      console.warn('浏览器的数据库写不进去', cause);
      return this.#onKept(net.write(entry));
    } finally {
      this.#written = undefined;
    }
    if ((net.read(entry.name)?.at ?? 0) <= entry.at) net.drop(entry.name);
  }
}
