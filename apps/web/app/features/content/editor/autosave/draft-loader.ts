import type { ArticleContent } from '@mojian/contract/content/article-content';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { blankContent } from '../context.ts';
import { DraftSession, type InitialDraft, type SessionDeps } from './draft-session.ts';
import {
  chooseNewest,
  type DraftPlace,
  deleteLocalDraft,
  type LocalDraft,
  listLocalDrafts,
  newDraftKey,
} from './local-copy.ts';
import type { DraftCalls } from './server-copy.ts';

export type OpenDraft = {
  session: DraftSession;
  /** Server content replaced by a newer local draft, if any. */
  serverContent: ArticleContent | null;
  isEditable: boolean;
  /** Requests the lock from the other tab, then reloads. */
  takeOver: () => void;
};

type LoadState =
  | { is: 'opening' }
  | { is: 'failed' }
  | { is: 'missing'; failure: Failure; entry: LocalDraft | undefined }
  | { is: 'open'; desk: OpenDraft };

type CurrentDraft = { lock: TabLock; session?: DraftSession; isReadOnly?: boolean };

/** Loads one article at a time and holds its tab lock. */
export class DraftLoader {
  state: LoadState = { is: 'opening' };
  #member: number;
  #deps: SessionDeps;
  #current: CurrentDraft | undefined;
  #notify: () => void = () => {};

  constructor(member: number, deps: SessionDeps) {
    this.#member = member;
    this.#deps = deps;
  }

  subscribe = (notify: () => void) => {
    this.#notify = notify;
    return () => {
      this.#notify = () => {};
    };
  };

  /** Opens an article, or a new draft of this kind; keeps a session that matches already. */
  open(id: number | undefined, kind: ArticleKind) {
    const present = this.#current?.session?.server.place;
    const isSameKind = id !== undefined || (present?.kind ?? 'article') === kind;
    if (present && isSameKind && (present.id ?? undefined) === id) return;
    if (id === undefined) this.start(createDraft(this.#member, { kind }));
    else void this.#load(id);
  }

  /** Starts from data already in this browser, without a server request. */
  start(initial: InitialDraft) {
    const current = this.#begin(initial.place);
    this.#show({ is: 'open', initial, serverContent: null }, current, true);
    void current.lock.acquire().then((isHeld) => current === this.#current && !isHeld && this.#makeReadOnly());
  }

  /** Reloads the current article. */
  reload(id?: number) {
    const place = this.#current?.session?.server.place;
    this.#current?.lock.close({ silently: true });
    const known = place?.id ?? id;
    if (known !== undefined) return void this.#load(known);
    void listLocalDrafts(this.#member).then((entries) => {
      const entry = entries.find(({ key }) => key === place?.key);
      this.start(entry ? resumeLocalDraft(entry) : createDraft(this.#member, { kind: place?.kind }));
    });
  }

  /** Reacquires the lock after becoming visible, if it is free. */
  async resume() {
    const current = this.#current;
    if (!current?.isReadOnly) return;
    if ((await current.lock.acquire()) && current === this.#current) this.reload();
  }

  /** Releases the lock while the page is hidden in the back-forward cache. */
  release() {
    if (!this.#current) return;
    this.#current.lock.release();
    this.#current.isReadOnly = true;
  }

  close() {
    this.#current?.session?.stop();
    this.#current?.lock.close();
    this.#current = undefined;
  }

  async #load(id: number) {
    const current = this.#begin({ id, key: newDraftKey() });
    this.#set({ is: 'opening' });
    const loading = loadDraft(this.#deps.calls, this.#member, id);
    const [result, isHeld] = await Promise.all([loading, current.lock.acquire()]);
    if (current === this.#current) this.#show(result, current, isHeld);
  }

  #show(result: LoadResult, current: CurrentDraft, isHeld: boolean) {
    if (result.is !== 'open') return this.#set(result);
    const session = new DraftSession(result.initial, this.#deps);
    if (!isHeld) session.stop();
    current.session = session;
    current.isReadOnly = !isHeld;
    const takeOver = () => void current.lock.takeOver().then(() => this.reload());
    this.#set({ is: 'open', desk: { session, serverContent: result.serverContent, isEditable: isHeld, takeOver } });
  }

  #begin(place: Pick<DraftPlace, 'id' | 'key'>) {
    this.close();
    const current: CurrentDraft = {
      lock: new TabLock(this.#member, {
        place: () => current.session?.server.place ?? place,
        handOver: () => this.#handOver(current),
        onReleased: () => document.visibilityState === 'visible' && void this.resume(),
      }),
    };
    this.#current = current;
    return current;
  }

  /** Stops editing and tries to save to the server; the local draft is complete either way. */
  async #handOver({ session }: CurrentDraft) {
    this.#makeReadOnly();
    await session?.flush();
    session?.stop();
  }

  #makeReadOnly() {
    if (this.#current) this.#current.isReadOnly = true;
    if (this.state.is === 'open') this.#set({ is: 'open', desk: { ...this.state.desk, isEditable: false } });
  }

  #set(state: LoadState) {
    this.state = state;
    this.#notify();
  }
}

type LoadResult =
  /** `serverContent`: the version replaced by a newer local draft. */
  | { is: 'open'; initial: InitialDraft; serverContent: ArticleContent | null }
  /** Not found or in the trash; `entry` is the local draft that remains. */
  | { is: 'missing'; failure: Failure; entry: LocalDraft | undefined }
  | { is: 'failed' };

/** Chooses the newest of the server's and this browser's content. */
async function loadDraft(calls: Pick<DraftCalls, 'mine'>, member: number, id: number): Promise<LoadResult> {
  const stored = listLocalDrafts(member).then((entries) => entries.find((entry) => entry.id === id));
  try {
    const draft = await calls.mine({ query: { id } });
    const entry = await stored;
    const { content, version, from } = chooseNewest(draft, entry);
    if (entry && from === 'server') await deleteLocalDraft(entry.name);
    const place = { id, key: entry?.key ?? `article-${id}`, version, kind: draft.kind };
    const theirs = from === 'stale' ? draft : null;
    const initial = { member, place, content, draft, sent: null, isSaved: from === 'server', theirs };
    return { is: 'open', initial, serverContent: from === 'journal' ? draft.content : null };
  } catch (error) {
    return withoutServer(isFailure(error) ? error : undefined, await stored);
  }
}

function withoutServer(failure: Failure | undefined, entry: LocalDraft | undefined): LoadResult {
  if (failure?.id === 'gone' || failure?.id === 'not-found') return { is: 'missing', failure, entry };
  if (!entry || failure?.id !== 'unavailable') return { is: 'failed' };
  return { is: 'open', initial: resumeLocalDraft(entry), serverContent: null };
}

export function resumeLocalDraft({ member, id, key, version, kind, content, sent }: LocalDraft): InitialDraft {
  return { member, place: { id, key, version, kind }, content, draft: null, sent, isSaved: false, theirs: null };
}

type NewDraft = { content?: ArticleContent; kind?: ArticleKind | undefined };

/** `content`: rescued from a deleted article. */
export function createDraft(member: number, { content = blankContent, kind }: NewDraft = {}): InitialDraft {
  const place = { id: null, key: newDraftKey(), version: null, kind };
  return { member, place, content, draft: null, sent: null, isSaved: content === blankContent, theirs: null };
}

type LockMessage = Pick<DraftPlace, 'id' | 'key'> & { says: 'who' | 'mine' | 'take' | 'given' | 'free'; tab: string };
type LockHandlers = {
  place: () => Pick<DraftPlace, 'id' | 'key'>;
  /** Called when another tab takes over; resolves once the content is stored. */
  handOver: () => Promise<unknown>;
  /** Called when the holding tab releases the lock. */
  onReleased: () => unknown;
};

/** Timeouts for discovering a holder and for taking over. */
const timeoutMs = { who: 250, take: 4000 };
const tab = Math.random().toString(36).slice(2);

/**
 * Lock on an article among the tabs of a browser, through a BroadcastChannel. The server's versions catch tabs that
 * are asleep or isolated.
 */
class TabLock {
  isHeld = false;
  #channel: BroadcastChannel;
  #handlers: LockHandlers;
  #replies = new Map<LockMessage['says'], () => void>();

  constructor(member: number, handlers: LockHandlers) {
    this.#handlers = handlers;
    this.#channel = new BroadcastChannel(`mojian-desk-${member}`);
    this.#channel.onmessage = ({ data }) => this.#receive(data);
  }

  /** Acquires the lock if no other tab holds it. */
  async acquire() {
    const isTaken = await this.#request('who', 'mine');
    this.isHeld = !isTaken;
    return this.isHeld;
  }

  /** Takes the lock from another tab, or after the timeout. */
  async takeOver() {
    await this.#request('take', 'given');
    this.isHeld = true;
  }

  /** Releases the lock while the page is hidden in the back-forward cache. */
  release() {
    if (this.isHeld) this.#send('free');
    this.isHeld = false;
  }

  /** `silently`: keeps the lock from being offered to other tabs during a reload. */
  close({ silently = false } = {}) {
    if (!silently) this.release();
    this.isHeld = false;
    this.#channel.onmessage = null;
    // gives the last message time to be sent
    setTimeout(() => this.#channel.close(), 1000);
  }

  #request(question: 'who' | 'take', answer: 'mine' | 'given') {
    this.#send(question);
    return new Promise<boolean>((resolve) => {
      this.#replies.set(answer, () => resolve(true));
      setTimeout(() => {
        this.#replies.delete(answer);
        resolve(false);
      }, timeoutMs[question]);
    });
  }

  #send(says: LockMessage['says']) {
    const { id, key } = this.#handlers.place();
    this.#channel.postMessage({ says, id, key, tab } satisfies LockMessage);
  }

  async #receive({ says, id, key, tab: other }: LockMessage) {
    const own = this.#handlers.place();
    if (key !== own.key && (id === null || id !== own.id)) return;
    const isAsking = this.#replies.has('mine');
    // when two tabs ask at once, the smaller id wins in both
    if (says === 'who' && (this.isHeld || (isAsking && tab < other))) this.#send('mine');
    else if (says === 'take' && this.isHeld) {
      await this.#handlers.handOver();
      this.isHeld = false;
      this.#send('given');
    } else if (says === 'free') this.#handlers.onReleased();
    else this.#replies.get(says)?.();
  }
}
