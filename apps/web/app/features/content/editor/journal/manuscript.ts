import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Around, Begun } from './begun.ts';
import { Delivery } from './delivery.ts';
import { type Entry, entryName, isBlank } from './entry.ts';
import { Keeper } from './keeper.ts';
import { Sender } from './sender.ts';
import { Watched } from './sight.ts';
import { writerOf } from './writer-of.ts';

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
