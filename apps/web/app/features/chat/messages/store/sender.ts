import { pauseAfter, waitFor } from '@mojian/client/live-stream';
import type { ChatMessage } from '@mojian/contract/chat/messages';
import { type FailureId, isFailure } from '@mojian/contract/platform/failures';
import type { Unsent } from '../chat.ts';
import type { Core } from './state.ts';
import { keepUnsent, readUnsent, UnsentList } from './unsent.ts';

type SenderOptions = { roomId: number; text: string; picture: File | undefined; quote: ChatMessage['quote'] };
type OnMessage = (message: ChatMessage) => void;

const fresh = { state: 'sending', share: null, why: '', mayRetry: false } as const;
const justNow = 10_000;

/** Sends messages in order per room, retries automatically, never twice. */
export class Sender {
  readonly #core: Core;
  readonly #onMessage: OnMessage;
  readonly #home = newName();
  readonly #list: UnsentList;
  readonly #ready: Promise<void>;
  /** Send queue of each room, the message under way first. */
  readonly #lines = new Map<number, Promise<void>>();
  readonly #sleepers = new Set<() => void>();
  readonly #dropped = new Set<string>();
  #latest = 0;

  constructor(core: Core, onMessage: OnMessage) {
    this.#core = core;
    this.#onMessage = onMessage;
    this.#list = new UnsentList(core, this.#home);
    const over = Promise.withResolvers<void>();
    this.#ready = core.meId === 0 ? Promise.resolve() : lockHome(this.#home, over.promise);
    core.left.addEventListener('abort', () => void Promise.all(this.#lines.values()).then(() => over.resolve()));
  }

  send({ roomId, text, picture, quote }: SenderOptions) {
    this.#latest = Math.max(this.#core.clock.now(), this.#latest + 1);
    const unsent = { ...fresh, key: newName(), roomId, text, quote, createdAt: new Date(this.#latest).toISOString() };
    this.#list.add({ ...unsent, picture: picture ? { url: '', width: 0, height: 0 } : null }, picture);
    void this.#ready.then(() => this.#list.keep(unsent.key));
    this.#line(unsent);
  }

  retry(key: string) {
    const unsent = this.#list.find(key);
    if (!unsent || unsent.state === 'sending') return;
    this.#list.change(key, fresh);
    if (unsent.state === 'failed') this.#line(unsent);
    else this.resume();
  }

  drop(key: string) {
    this.#dropped.add(key);
    this.#list.remove(key);
  }

  /** Handles acceptance by the server; a message dropped meanwhile is withdrawn. */
  arrived(key: string, { id }: ChatMessage) {
    this.#list.remove(key);
    if (this.#dropped.delete(key)) void takeBack(this.#core, id, this.#onMessage);
  }

  /** Retries waiting messages at once, after a reconnect. */
  resume() {
    for (const resume of this.#sleepers) resume();
  }

  /** Adopts unsent messages of this member's closed windows; open windows send their own. */
  takeOver() {
    const { meId, left } = this.#core;
    for (const gone of new Set(readUnsent(meId).map(({ home }) => home)))
      whenGone(gone, left, () => this.#adoptFrom(gone));
  }

  #adoptFrom(gone: string) {
    const { meId } = this.#core;
    const orphans = readUnsent(meId).filter(({ home }) => home === gone);
    for (const orphan of orphans) keepUnsent(meId, { ...orphan, home: this.#home });
    void orphans.reduce(async (before, orphan) => {
      await before;
      await this.#list.adopt(orphan);
      this.#line(orphan);
    }, this.#ready);
  }

  #line({ key, roomId }: Pick<Unsent, 'key' | 'roomId'>) {
    const before = this.#lines.get(roomId) ?? this.#ready;
    this.#lines.set(
      roomId,
      before.then(() => this.#deliver(key)),
    );
  }

  async #deliver(key: string) {
    for (let failures = 0; this.#isDue(key); failures += 1) {
      try {
        const message = await this.#attempt(key);
        this.#setClock(key, message);
        this.#onMessage(message);
        this.#list.remove(key);
      } catch (error) {
        const next = afterFailure(error, failures);
        if ('wait' in next) {
          this.#list.waitWith(key, next.why);
          await this.#sleep(next.wait);
        } else this.#list.change(key, { ...next, state: 'failed', share: null });
      }
    }
  }

  /** Checks whether an old message has already reached the server. */
  #setClock(key: string, { createdAt }: ChatMessage) {
    const { clock } = this.#core;
    const written = this.#list.find(key)?.createdAt;
    if (written && clock.now() - Date.parse(written) < justNow) clock.madeNow(createdAt);
  }

  #isDue(key: string) {
    const { left, pageState, meId } = this.#core;
    const state = this.#list.find(key)?.state;
    return (state === 'sending' || state === 'waiting') && !left.aborted && pageState.isStill(meId);
  }

  async #attempt(key: string) {
    const picture = await this.#upload(key);
    const { roomId, text, quote } = this.#list.find(key) as Unsent;
    const body = { roomId, text, key, ...(picture && { picture }), ...(quote && { quoteId: quote.id }) };
    return this.#core.deps.reading.chat.send({ body });
  }

  async #upload(key: string) {
    const picture = this.#list.pictureOf(key);
    if (!picture?.file || picture.uploaded) return picture?.uploaded;
    const onProgress = (share: number) => this.#list.show(key, { share });
    const { url } = await this.#core.deps.upload(picture.file, { onProgress, signal: picture.ending.signal });
    picture.uploaded = url;
    this.#list.keep(key);
    return url;
  }

  async #sleep(milliseconds: number) {
    const woken = Promise.withResolvers<void>();
    this.#sleepers.add(woken.resolve);
    await Promise.race([waitFor(milliseconds, this.#core.left), woken.promise]);
    this.#sleepers.delete(woken.resolve);
  }
}

/** Failures no retry can mend. */
const final: FailureId[] = ['invalid-input', 'wrong-type', 'too-large', 'not-found', 'gone'];
/** Server errors on one message before giving up. */
const faultsAtMost = 6;

type Refused = { why: string; mayRetry: boolean };

/**
 * Outcome of a failed send: its text, and either the wait in milliseconds before a retry or whether the member may
 * retry.
 */
export function afterFailure(error: unknown, failures: number): { wait: number; why: string } | Refused {
  if (!isFailure(error)) return { why: '发送失败', mayRetry: true };
  const { id, message, retryAfter } = error;
  if (id === 'too-many-requests')
    return { wait: Math.max(1, retryAfter ?? 5) * 1000, why: '发送太频繁，稍后会自动重发' };
  if (id === 'unavailable' || (id === 'unexpected' && failures < faultsAtMost))
    return { wait: pauseAfter(failures), why: '还没有发出，连上后会自动重发' };
  return { why: message, mayRetry: !final.includes(id) };
}

/** Withdraws a message that was dropped but had reached the server. If that is too late, it is shown as sent. */
async function takeBack({ deps, left }: Core, id: number, notified: (message: ChatMessage) => void) {
  for (let failures = 0; !left.aborted; failures += 1) {
    try {
      return notified(await deps.reading.chat.withdraw({ body: { id } }));
    } catch (error) {
      const next = afterFailure(error, failures);
      if (!('wait' in next)) return;
      await waitFor(next.wait, left);
    }
  }
}

/**
 * Holds a lock for as long as the window lives: whoever gets it knows the window is gone and may send what it left.
 * Without locks (no https) any window sends; the server deduplicates by key.
 */
function lockHome(home: string, until: Promise<unknown>): Promise<void> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return Promise.resolve();
  return new Promise((resolve) => {
    locks
      .request(nameOf(home), () => {
        resolve();
        return until;
      })
      .catch(() => resolve());
  });
}

/** Calls `act` once the window is gone, unless aborted. */
function whenGone(home: string, left: AbortSignal, act: () => void) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return act();
  locks.request(nameOf(home), { signal: left }, act).catch(() => {});
}

function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function nameOf(home: string) {
  return `chat window ${home}`;
}
