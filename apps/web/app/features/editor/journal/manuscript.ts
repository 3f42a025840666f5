import type { ArticleContent } from '@mojian/contract/article-content';
import type { Draft } from '@mojian/contract/drafts';
import { Failure } from '@mojian/contract/failures';
import { type Entry, entryName, isBlank, type Place } from './entry.ts';
import { Keeper } from './keeper.ts';
import { Pace } from './pace.ts';
import { type DraftCalls, type Outcome, Sender } from './sender.ts';
import { Watched } from './sight.ts';
import { isWaiting, type Standing } from './standing.ts';
import { tooLong } from './too-long.ts';

export type Begun = {
  member: number;
  place: Place;
  content: ArticleContent;
  draft: Draft | null;
  /** The last that was sent, if its answer was not heard. */
  sent: ArticleContent | null;
  /** The server has it all. */
  isSaved: boolean;
  /** What another device saved meanwhile. */
  theirs: Draft | null;
};

/** What it needs of the page: the calls, and who is logged in just now. */
export type Around = { calls: DraftCalls; who: () => number | undefined };

let opened = 0;

/** One article as it is being written: in this browser's journal at once, on the server within three seconds. */
export class Manuscript {
  readonly member: number;
  /** Of its opening: the same article opened anew is another one on the screen. */
  readonly opening = ++opened;
  standing: Standing;
  readonly sender: Sender;
  readonly watched: Watched;
  #who: Around['who'];
  #content: ArticleContent;
  #text: (() => string) | undefined;
  #edition = 0;
  #saved = 0;
  #at = 0;
  #isKept = true;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #keeper = new Keeper((isKept) => {
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.watched.show();
  });
  #pace = new Pace(() => void this.#run());

  constructor({ member, content, theirs, isSaved, ...begun }: Begun, { calls, who }: Around) {
    this.member = member;
    this.#content = content;
    this.#who = who;
    this.sender = new Sender(calls, begun);
    this.standing = theirs ? { is: 'stale', theirs } : { is: 'saved', at: begun.draft && Date.now() };
    if (!isSaved) this.#edition = 1;
    this.watched = new Watched(() => {
      const { sender, content, standing, isDirty } = this;
      return { content, standing, isDirty, isKept: this.#isKept, draft: sender.draft, id: sender.place.id };
    });
    if (this.isDirty && !theirs) this.#later();
  }

  get isDirty() {
    return this.#edition > this.#saved && !(this.sender.place.id === null && isBlank(this.content));
  }

  get content() {
    if (this.#text) this.#content = { ...this.#content, markdown: this.#text() };
    this.#text = undefined;
    return this.#content;
  }

  change(part: Partial<ArticleContent>) {
    this.#content = { ...this.content, ...part };
    this.#changed();
    this.watched.show();
  }

  /** The text is put together only where it is needed: between two keys there is little time. */
  changeText(text: () => string) {
    this.#text = text;
    this.#changed();
    this.watched.showSoon();
  }

  #changed() {
    this.#edition += 1;
    void this.#keep();
    this.#later();
  }

  /** Sends all there is, at once. Tells whether the server has it. */
  async flush() {
    await this.#running;
    while (this.isDirty) {
      await this.#run();
      if (this.isDirty && this.standing.is !== 'unsaved') return false;
    }
    return true;
  }

  /** The network may be back, or the writer. */
  wake() {
    if (this.isDirty && isWaiting(this.standing)) void this.#run();
  }

  /** The page may be gone in a moment. */
  hold() {
    this.#keeper.hold();
    if (this.isDirty && this.standing.is === 'unsaved') void this.#run();
  }

  /** Goes on from what the server has, and from nothing else. */
  take(draft: Draft) {
    this.sender.take(draft);
    this.#text = undefined;
    this.#content = draft.content;
    this.#saved = this.#edition;
    this.#stand({ is: 'saved', at: Date.now() });
    void this.#keep();
  }

  /** Writes on from what another device saved. */
  goOnFrom(theirs: Draft, content: ArticleContent) {
    this.sender.take(theirs);
    this.standing = { is: 'unsaved' };
    this.change(content);
  }

  /** Why something of it is not on the server. */
  whyNotSaved() {
    const { standing } = this;
    if (standing.is === 'refused') return standing.failure;
    if (standing.is === 'stale') return new Failure('stale');
    return new Failure(standing.is === 'signed-out' ? 'signed-out' : 'unavailable', '没有存到服务器，已存在这台设备');
  }

  /** Hears anew what the server tells of it besides its text. */
  async learn() {
    await this.sender.learn();
    this.watched.show();
  }

  /** Nothing more is sent. What is not on the server stays in the journal. */
  stop() {
    this.#isStopped = true;
    this.#pace.stop();
  }

  /** Nothing of it is kept in this browser any more. */
  async forget() {
    this.stop();
    this.#saved = this.#edition;
    await this.#keep();
  }

  #later() {
    if (this.standing.is === 'stale' || isWaiting(this.standing)) return;
    if (!this.isDirty) return this.#stand({ is: 'saved', at: null });
    if (this.standing.is !== 'unsaved' && this.standing.is !== 'saving') this.#stand({ is: 'unsaved' });
    this.#pace.soon();
  }

  #run() {
    this.#pace.stop();
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #send() {
    if (!this.isDirty || this.#isStopped || this.standing.is === 'stale') return;
    const who = this.#who();
    if (who !== this.member) return this.#stand({ is: who === undefined ? 'signed-out' : 'stranger' });
    const failure = tooLong(this.content);
    if (failure) return this.#stand({ is: 'refused', failure });
    this.#stand({ is: 'saving' });
    const letter = this.sender.unanswered ?? { content: this.content, edition: this.#edition };
    this.sender.unanswered = letter;
    // that it was sent must be known before it can arrive; a browser that will not keep it is not waited for
    await Promise.race([this.#keep(), new Promise((resolve) => setTimeout(resolve, 500))]);
    this.#heard(await this.sender.send({ content: this.content, edition: this.#edition }));
  }

  #heard(outcome: Outcome) {
    if ('standing' in outcome) {
      if (outcome.standing.is === 'offline' || outcome.standing.is === 'unable') this.#pace.later();
      return this.#stand(outcome.standing);
    }
    this.#pace.arrived();
    this.#saved = Math.max(this.#saved, outcome.arrived);
    void this.#keep();
    this.#stand(this.isDirty ? { is: 'unsaved' } : { is: 'saved', at: Date.now() });
    if (this.isDirty) this.#pace.soon();
  }

  #stand(standing: Standing) {
    this.standing = standing;
    this.watched.show();
  }

  #keep() {
    const { member, sender } = this;
    const name = entryName(member, sender.place.key);
    if (!this.isDirty) return this.#keeper.drop(name);
    return this.#keeper.put(() => this.#entry(name));
  }

  #entry(name: string): Entry {
    this.#at = Math.max(Date.now(), this.#at + 1);
    const { member, content, sender } = this;
    return { name, member, ...sender.place, content, sent: sender.unanswered?.content ?? null, at: this.#at };
  }
}
