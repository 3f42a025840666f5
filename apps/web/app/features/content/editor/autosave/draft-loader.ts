import type { ArticleContent } from '@mojian/contract/content/article-content';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
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
import { TabLock } from './tab-lock.ts';

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

  /** Opens an article, or a new draft; keeps a session that matches already. */
  open(id: number | undefined) {
    const present = this.#current?.session?.server.place;
    if (present && (present.id ?? undefined) === id) return;
    if (id === undefined) this.start(createDraft(this.#member));
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
      this.start(entry ? resumeLocalDraft(entry) : createDraft(this.#member));
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
    const place = { id, key: entry?.key ?? `article-${id}`, version };
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

export function resumeLocalDraft({ member, id, key, version, content, sent }: LocalDraft): InitialDraft {
  return { member, place: { id, key, version }, content, draft: null, sent, isSaved: false, theirs: null };
}

/** `content`: rescued from a deleted article. */
export function createDraft(member: number, content = blankContent): InitialDraft {
  const place = { id: null, key: newDraftKey(), version: null };
  return { member, place, content, draft: null, sent: null, isSaved: content === blankContent, theirs: null };
}
