import { Failure } from '@mojian/contract/platform/failures';
import { isWaiting, type Letter, type Outcome, type Sender, type Standing, tooLong } from './server-copy.ts';

/** What is delivered: a text that goes on changing. */
type Text = {
  newest: () => Letter;
  /** Something of it is not on the server. */
  isDirty: () => boolean;
  /** Done once this browser has it. */
  keep: () => Promise<void>;
  arrived: (edition: number) => void;
  /** Hears of each other standing. */
  told: () => void;
  /** Whether its writer is the one who is logged in. */
  writer: () => 'here' | 'signed-out' | 'stranger';
};

/** Milliseconds a browser that will not keep anything is waited for. */
const patience = 500;

/** When a text goes to the server, and how that stands. */
export class Delivery {
  standing: Standing;
  #sender: Sender;
  #text: Text;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #pace = new Pace(() => void this.#run());

  constructor(sender: Sender, text: Text, standing: Standing) {
    this.#sender = sender;
    this.#text = text;
    this.standing = standing;
  }

  /** Something changed. */
  soon() {
    if (this.standing.is === 'stale' || isWaiting(this.standing)) return;
    if (!this.#text.isDirty()) return this.stand({ is: 'saved', at: null });
    if (this.standing.is !== 'unsaved' && this.standing.is !== 'saving') this.stand({ is: 'unsaved' });
    this.#pace.soon();
  }

  /** Sends all there is, at once. Tells whether the server has it. */
  async flush() {
    await this.#running;
    while (this.#text.isDirty()) {
      await this.#run();
      if (this.#text.isDirty() && this.standing.is !== 'unsaved') return false;
    }
    return true;
  }

  /** The network may be back, or the writer. */
  wake() {
    if (this.#text.isDirty() && isWaiting(this.standing)) void this.#run();
  }

  /** The page may be gone in a moment. */
  hurry() {
    if (this.#text.isDirty() && this.standing.is === 'unsaved') void this.#run();
  }

  stop() {
    this.#isStopped = true;
    this.#pace.stop();
  }

  stand(standing: Standing) {
    this.standing = standing;
    this.#text.told();
  }

  /** Why something of it is not on the server. */
  whyNot() {
    const { standing } = this;
    if (standing.is === 'refused') return standing.failure;
    if (standing.is === 'stale') return new Failure('stale');
    return new Failure(
      standing.is === 'signed-out' ? 'signed-out' : 'unavailable',
      '没有保存到服务器，已保存在这台设备',
    );
  }

  #run() {
    this.#pace.stop();
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #send() {
    if (!this.#text.isDirty() || this.#isStopped || this.standing.is === 'stale') return;
    const writer = this.#text.writer();
    if (writer !== 'here') return this.stand({ is: writer });
    const newest = this.#text.newest();
    const failure = tooLong(newest.content);
    if (failure) return this.stand({ is: 'refused', failure });
    this.stand({ is: 'saving' });
    this.#sender.unanswered ??= newest;
    // that it was sent must be known before it can arrive
    await Promise.race([this.#text.keep(), new Promise((resolve) => setTimeout(resolve, patience))]);
    this.#heard(await this.#sender.send(this.#text.newest()));
  }

  #heard(outcome: Outcome) {
    if ('standing' in outcome) {
      if (outcome.standing.is === 'offline' || outcome.standing.is === 'unable') this.#pace.later();
      return this.stand(outcome.standing);
    }
    this.#pace.arrived();
    this.#text.arrived(outcome.arrived);
    const isDirty = this.#text.isDirty();
    this.stand(isDirty ? { is: 'unsaved' } : { is: 'saved', at: Date.now() });
    if (isDirty) this.#pace.soon();
  }
}

/** Milliseconds after the last change, and after the first that is not saved yet. Source: issue 6, 3 s. */
const pause = 1000;
const most = 2500;
/** Seconds between tries that got no answer. */
const tries = [1, 2, 4, 8, 15, 30];

type Timer = ReturnType<typeof setTimeout>;

/** When to save: soon after a change, and again after a try that failed. */
class Pace {
  #go: () => void;
  #timer: Timer | undefined;
  #first: number | undefined;
  #failed = 0;

  constructor(go: () => void) {
    this.#go = go;
  }

  soon() {
    const now = Date.now();
    this.#first ??= now;
    this.#in(Math.max(0, Math.min(pause, this.#first + most - now)));
  }

  /** After a failure: `seconds` is what the server asked to wait. */
  later(seconds?: number) {
    const wait = seconds ?? tries[Math.min(this.#failed, tries.length - 1)] ?? 30;
    this.#failed += 1;
    this.#in(wait * 1000);
  }

  arrived() {
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
