import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { type DraftPlace, isBlankContent, LocalCopy, type LocalDraft, localDraftName, withMask } from './local-copy.ts';
import { SaveScheduler } from './save-scheduler.ts';
import { type DraftCalls, type SaveState, ServerCopy } from './server-copy.ts';

let sessionCount = 0;

/** Autosaves one article: to this browser at once, to the server within three seconds. */
export class DraftSession {
  readonly member: number;
  /** Distinguishes sessions: reopening the same article remounts the editor. */
  readonly sessionId = ++sessionCount;
  readonly server: ServerCopy;
  readonly scheduler: SaveScheduler;
  readonly snapshots: SnapshotStore;
  #content: ArticleContent;
  #text: (() => string) | undefined;
  #edition = 0;
  #saved = 0;
  #at = 0;
  #isStored = true;
  #localCopy = new LocalCopy((isStored) => {
    if (isStored === this.#isStored) return;
    this.#isStored = isStored;
    this.snapshots.publish();
  });

  constructor({ member, content, theirs, isSaved, ...initial }: InitialDraft, { calls, currentUserId }: SessionDeps) {
    this.member = member;
    this.#content = content;
    this.server = new ServerCopy(calls, initial);
    if (!isSaved) this.#edition = 1;
    const source = {
      newest: () => ({ content: this.content, edition: this.#edition }),
      isDirty: () => this.isDirty,
      storeLocally: () => this.#store(),
      onSaved: (edition: number) => this.#onSaved(edition),
      onStateChange: () => this.snapshots.publish(),
      loginState: () => loginState(member, currentUserId()),
    };
    const saveState = theirs
      ? ({ is: 'stale', theirs } as const)
      : { is: 'saved' as const, at: initial.draft && Date.now() };
    this.scheduler = new SaveScheduler(this.server, source, saveState);
    if (this.isDirty && !theirs) this.scheduler.schedule();
    this.snapshots = new SnapshotStore(() => this.#read());
  }

  get saveState() {
    return this.scheduler.state;
  }

  get isDirty() {
    return this.#edition > this.#saved && !(this.server.place.id === null && isBlankContent(this.content));
  }

  get content() {
    if (this.#text) this.#content = { ...this.#content, markdown: this.#text() };
    this.#text = undefined;
    return this.#content;
  }

  change(part: Partial<ArticleContent>) {
    this.#content = { ...this.content, ...part };
    this.#changed();
    this.snapshots.publish();
  }

  /** Defers joining the text until it is read, to keep typing fast. */
  changeText(text: () => string) {
    this.#text = text;
    this.#changed();
    this.snapshots.publishSoon();
  }

  flush = () => this.scheduler.flush();

  /** Saves synchronously before the page may be discarded. */
  saveBeforeHide() {
    this.#localCopy.flushSync();
    this.scheduler.saveBeforeHide();
  }

  /** Replaces local content and version with the server's. */
  adopt(draft: Draft) {
    this.server.adopt(draft);
    this.#text = undefined;
    this.#content = draft.content;
    this.#saved = this.#edition;
    this.scheduler.setState({ is: 'saved', at: Date.now() });
    void this.#store();
  }

  /** Continues from another device's version with merged content. */
  continueFrom(theirs: Draft, content: ArticleContent) {
    this.server.adopt(theirs);
    this.scheduler.setState({ is: 'unsaved' });
    this.change(content);
  }

  /** Reloads server metadata without changing the content. */
  async refresh() {
    await this.server.refresh();
    this.snapshots.publish();
  }

  /** Stops sending; unsaved content stays in this browser. */
  stop() {
    this.scheduler.stop();
  }

  /** Stops and deletes the local copy. */
  async forget() {
    this.stop();
    this.#saved = this.#edition;
    await this.#store();
  }

  #changed() {
    this.#edition += 1;
    void this.#store();
    this.scheduler.schedule();
  }

  #onSaved(edition: number) {
    this.#saved = Math.max(this.#saved, edition);
    // a password that has arrived is not sent again
    if (this.#saved === this.#edition) this.#content = withMask(this.content);
    void this.#store();
  }

  #store() {
    const name = localDraftName(this.member, this.server.place.key);
    if (!this.isDirty) return this.#localCopy.drop(name);
    return this.#localCopy.put(() => this.#localDraft(name));
  }

  #localDraft(name: string): LocalDraft {
    this.#at = Math.max(Date.now(), this.#at + 1);
    const { member, content, server } = this;
    return { name, member, ...server.place, content, sent: server.unanswered?.content ?? null, at: this.#at };
  }

  #read() {
    const { server, content, saveState, isDirty } = this;
    const { id, kind = 'article' } = server.place;
    const isStoredLocally = this.#isStored;
    return { content, saveState, isDirty, isStoredLocally, draft: server.draft, id, kind: server.draft?.kind ?? kind };
  }
}

export type InitialDraft = {
  member: number;
  place: DraftPlace;
  content: ArticleContent;
  draft: Draft | null;
  /** Content of the last request that got no response. */
  sent: ArticleContent | null;
  /** Whether the server has all of the content. */
  isSaved: boolean;
  /** Conflicting version saved by another device. */
  theirs: Draft | null;
};

/** Calls, and the id of the user logged in at present. */
export type SessionDeps = { calls: DraftCalls; currentUserId: () => number | undefined };

/** Immutable state for rendering; a new object after each change. */
export type DraftSnapshot = {
  content: ArticleContent;
  draft: Draft | null;
  saveState: SaveState;
  id: number | null;
  kind: ArticleKind;
  isDirty: boolean;
  isStoredLocally: boolean;
};

/** Delay before text changes re-render. */
const publishDelayMs = 120;

/** Publishes snapshots to subscribers, at once or after a delay. */
class SnapshotStore {
  current: DraftSnapshot;
  #read: () => DraftSnapshot;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => DraftSnapshot) {
    this.#read = read;
    this.current = read();
  }

  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  publish() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.current = this.#read();
    for (const listener of this.#listeners) listener();
  }

  publishSoon() {
    this.#timer ??= setTimeout(() => this.publish(), publishDelayMs);
  }
}

function loginState(member: number, userId: number | undefined) {
  if (userId === member) return 'here';
  return userId === undefined ? 'signed-out' : 'stranger';
}
