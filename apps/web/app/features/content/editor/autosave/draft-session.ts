import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import { type Entry, entryName, isBlank, Keeper, type Place } from './local-copy.ts';
import { Delivery } from './save-scheduler.ts';
import { type DraftCalls, Sender, type Standing } from './server-copy.ts';

let opened = 0;

/** One article as it is being written: in this browser's journal at once, on the server within three seconds. */
export class Manuscript {
  readonly member: number;
  /** Of its opening: the same article opened anew is another one on the screen. */
  readonly opening = ++opened;
  readonly sender: Sender;
  readonly delivery: Delivery;
  readonly watched: Watched;
  #content: ArticleContent;
  #text: (() => string) | undefined;
  #edition = 0;
  #saved = 0;
  #at = 0;
  #isKept = true;
  #keeper = new Keeper((isKept) => {
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.watched.show();
  });

  constructor({ member, content, theirs, isSaved, ...begun }: Begun, { calls, who }: Around) {
    this.member = member;
    this.#content = content;
    this.sender = new Sender(calls, begun);
    if (!isSaved) this.#edition = 1;
    const text = {
      newest: () => ({ content: this.content, edition: this.#edition }),
      isDirty: () => this.isDirty,
      keep: () => this.#keep(),
      arrived: (edition: number) => this.#arrived(edition),
      told: () => this.watched.show(),
      writer: () => writerOf(member, who()),
    };
    const standing = theirs
      ? ({ is: 'stale', theirs } as const)
      : { is: 'saved' as const, at: begun.draft && Date.now() };
    this.delivery = new Delivery(this.sender, text, standing);
    this.watched = new Watched(() => this.#look());
    if (this.isDirty && !theirs) this.delivery.soon();
  }

  get standing() {
    return this.delivery.standing;
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

  flush = () => this.delivery.flush();

  /** The page may be gone in a moment. */
  hold() {
    this.#keeper.hold();
    this.delivery.hurry();
  }

  /** Goes on from what the server has, and from nothing else. */
  take(draft: Draft) {
    this.sender.take(draft);
    this.#text = undefined;
    this.#content = draft.content;
    this.#saved = this.#edition;
    this.delivery.stand({ is: 'saved', at: Date.now() });
    void this.#keep();
  }

  /** Writes on from what another device saved. */
  goOnFrom(theirs: Draft, content: ArticleContent) {
    this.sender.take(theirs);
    this.delivery.stand({ is: 'unsaved' });
    this.change(content);
  }

  /** Hears anew what the server tells of it besides its text. */
  async learn() {
    await this.sender.learn();
    this.watched.show();
  }

  /** Nothing more is sent. What is not on the server stays in the journal. */
  stop() {
    this.delivery.stop();
  }

  /** Nothing of it is kept in this browser any more. */
  async forget() {
    this.stop();
    this.#saved = this.#edition;
    await this.#keep();
  }

  #changed() {
    this.#edition += 1;
    void this.#keep();
    this.delivery.soon();
  }

  #arrived(edition: number) {
    this.#saved = Math.max(this.#saved, edition);
    void this.#keep();
  }

  #keep() {
    const name = entryName(this.member, this.sender.place.key);
    if (!this.isDirty) return this.#keeper.drop(name);
    return this.#keeper.put(() => this.#entry(name));
  }

  #entry(name: string): Entry {
    this.#at = Math.max(Date.now(), this.#at + 1);
    const { member, content, sender } = this;
    return { name, member, ...sender.place, content, sent: sender.unanswered?.content ?? null, at: this.#at };
  }

  #look() {
    const { sender, content, standing, isDirty } = this;
    return { content, standing, isDirty, isKept: this.#isKept, draft: sender.draft, id: sender.place.id };
  }
}

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
class Watched {
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

/** Whether the member whose article it is, is the one who is logged in just now. */
function writerOf(member: number, who: number | undefined) {
  if (who === member) return 'here';
  return who === undefined ? 'signed-out' : 'stranger';
}
