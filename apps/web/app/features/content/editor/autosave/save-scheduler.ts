import { Failure } from '@mojian/contract/platform/failures';
import {
  type Edit,
  isRetrying,
  lengthFailure,
  type SaveState,
  type SendResult,
  type ServerCopy,
} from './server-copy.ts';

/** Content to be saved, which may change during a save. */
type SaveSource = {
  newest: () => Edit;
  isDirty: () => boolean;
  storeLocally: () => Promise<void>;
  onSaved: (edition: number) => void;
  onStateChange: () => void;
  /** Whether the owner is logged in. */
  loginState: () => 'here' | 'signed-out' | 'stranger';
};

/** Longest wait for the local write before sending. */
const localWriteTimeoutMs = 500;

/** Schedules saves to the server and tracks their state. */
export class SaveScheduler {
  state: SaveState;
  #server: ServerCopy;
  #text: SaveSource;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #timer = new RetryTimer(() => void this.#run());

  constructor(server: ServerCopy, text: SaveSource, saveState: SaveState) {
    this.#server = server;
    this.#text = text;
    this.state = saveState;
  }

  /** Leaves rendering the new state to the caller: at once it would delay the key. */
  schedule() {
    if (this.state.is === 'stale' || isRetrying(this.state)) return;
    const isDirty = this.#text.isDirty();
    if (!isDirty) this.state = { is: 'saved', at: null };
    else if (this.state.is !== 'saving') this.state = { is: 'unsaved' };
    if (isDirty) this.#timer.debounce();
  }

  /** Saves at once; resolves to whether the server has everything. */
  async flush() {
    await this.#running;
    while (this.#text.isDirty()) {
      if (this.#isStopped) return false;
      await this.#run();
      if (this.#text.isDirty() && this.state.is !== 'unsaved') return false;
    }
    return true;
  }

  /** Retries after the network or the login has come back. */
  retryNow() {
    if (this.#text.isDirty() && isRetrying(this.state)) void this.#run();
  }

  /** Saves synchronously before the page may be discarded. */
  saveBeforeHide() {
    if (this.#text.isDirty() && this.state.is === 'unsaved') void this.#run();
  }

  stop() {
    this.#isStopped = true;
    this.#timer.stop();
  }

  setState(saveState: SaveState) {
    this.state = saveState;
    this.#text.onStateChange();
  }

  /** Failure that describes why content is not saved. */
  failure() {
    const { state: saveState } = this;
    if (saveState.is === 'refused') return saveState.failure;
    if (saveState.is === 'stale') return new Failure('stale');
    return new Failure(
      saveState.is === 'signed-out' ? 'signed-out' : 'unavailable',
      '没有保存到服务器，已保存在这台设备',
    );
  }

  #run() {
    this.#timer.stop();
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #send() {
    if (!this.#text.isDirty() || this.#isStopped || this.state.is === 'stale') return;
    const writer = this.#text.loginState();
    if (writer !== 'here') return this.setState({ is: writer });
    const newest = this.#text.newest();
    const failure = lengthFailure(newest.content);
    if (failure) return this.setState({ is: 'refused', failure });
    this.setState({ is: 'saving' });
    this.#server.unanswered ??= newest;
    // a save must be recorded locally before it can arrive
    await Promise.race([this.#text.storeLocally(), new Promise((resolve) => setTimeout(resolve, localWriteTimeoutMs))]);
    this.#onResult(await this.#server.send(this.#text.newest()));
  }

  #onResult(result: SendResult) {
    if ('saveState' in result) {
      if (result.saveState.is === 'offline' || result.saveState.is === 'unable') this.#timer.retry();
      return this.setState(result.saveState);
    }
    this.#timer.reset();
    this.#text.onSaved(result.arrived);
    const isDirty = this.#text.isDirty();
    this.setState(isDirty ? { is: 'unsaved' } : { is: 'saved', at: Date.now() });
    if (isDirty) this.#timer.debounce();
  }
}

/**
 * Debounce after the last change, and the maximum after the first unsaved one. Content reaches the server within 3 s.
 */
const pause = 1000;
const most = 2500;
/** In seconds. */
const tries = [1, 2, 4, 8, 15, 30];

type Timer = ReturnType<typeof setTimeout>;

/** Debounces saves and backs off after failures. */
class RetryTimer {
  #go: () => void;
  #timer: Timer | undefined;
  #first: number | undefined;
  #failed = 0;

  constructor(go: () => void) {
    this.#go = go;
  }

  debounce() {
    const now = Date.now();
    this.#first ??= now;
    this.#in(Math.max(0, Math.min(pause, this.#first + most - now)));
  }

  /** Retries after a failure; `seconds` overrides the backoff. */
  retry(seconds?: number) {
    const wait = seconds ?? tries[Math.min(this.#failed, tries.length - 1)] ?? 30;
    this.#failed += 1;
    this.#in(wait * 1000);
  }

  reset() {
    this.#failed = 0;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#first = undefined;
  }

  #in(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#first = undefined;
      this.#go();
    }, wait);
  }
}
