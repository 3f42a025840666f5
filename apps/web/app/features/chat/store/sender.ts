import type { ChatMessage } from '@mojian/contract/chat';
import type { Unsent } from '../chat.ts';
import type { Core } from './core.ts';
import { holdHome, newName, whenGone } from './homes.ts';
import { waitFor } from './pauses.ts';
import { afterFailure } from './try-again.ts';
import { keepUnsent, readUnsent } from './unsent-kept.ts';
import { createUnsentList } from './unsent-list.ts';

type Given = { roomId: number; text: string; picture?: File | undefined; quote: ChatMessage['quote'] };

export type Sender = ReturnType<typeof createSender>;

/** Sends what the member writes: in its order within a room, again by itself where that may help, never twice. */
export function createSender(core: Core, onMessage: (message: ChatMessage) => void) {
  const home = newName();
  const list = createUnsentList(core, home);
  const over = Promise.withResolvers<void>();
  const ready = holdHome(home, over.promise);
  /** Of each room: what is on its way, and what waits behind it. */
  const lines = new Map<number, Promise<void>>();
  const sleepers = new Set<() => void>();
  let latest = 0;

  function send({ roomId, text, picture, quote }: Given) {
    latest = Math.max(core.clock.now(), latest + 1);
    const given = { key: newName(), roomId, text, quote, createdAt: new Date(latest).toISOString() };
    const shownAs = picture ? { url: '', width: 0, height: 0 } : null;
    list.add({ ...given, ...fresh, picture: shownAs }, picture);
    void ready.then(() => list.keep(given.key));
    line(given);
  }

  function line({ key, roomId }: Pick<Unsent, 'key' | 'roomId'>) {
    const before = lines.get(roomId) ?? ready;
    lines.set(
      roomId,
      before.then(() => deliver(key)),
    );
  }

  async function deliver(key: string) {
    for (let failures = 0; isDue(key); failures += 1) {
      try {
        const message = await attempt(key);
        core.clock.madeNow(message.createdAt);
        onMessage(message);
        return list.remove(key);
      } catch (error) {
        const next = afterFailure(error, failures);
        if ('why' in next) return list.find(key) && list.change(key, { ...next, state: 'failed', share: null });
        await sleep(next.wait);
      }
    }
  }

  const isDue = (key: string) =>
    list.find(key)?.state === 'sending' && !core.left.aborted && core.around.isStill(core.meId);

  async function attempt(key: string) {
    const picture = await uploaded(key);
    const { roomId, text, quote } = list.find(key) as Unsent;
    const body = { roomId, text, key, ...(picture && { picture }), ...(quote && { quoteId: quote.id }) };
    return core.parts.reading.chat.send({ body });
  }

  async function uploaded(key: string) {
    const picture = list.pictureOf(key);
    if (!picture?.file || picture.uploaded) return picture?.uploaded;
    const onProgress = (share: number) => list.show(key, { share });
    picture.uploaded = (await core.parts.upload(picture.file, { onProgress, signal: picture.ending.signal })).url;
    list.keep(key);
    return picture.uploaded;
  }

  async function sleep(milliseconds: number) {
    const woken = Promise.withResolvers<void>();
    sleepers.add(woken.resolve);
    await Promise.race([waitFor(milliseconds, core.left), woken.promise]);
    sleepers.delete(woken.resolve);
  }

  /** What was left by this member's windows that are gone; those that live send for themselves. */
  function takeOver() {
    for (const gone of new Set(readUnsent(core.meId).map((unsent) => unsent.home)))
      whenGone(gone, core.left, () => adoptFrom(gone));
  }

  function adoptFrom(gone: string) {
    const orphans = readUnsent(core.meId).filter((unsent) => unsent.home === gone);
    for (const orphan of orphans) keepUnsent(core.meId, { ...orphan, home });
    void orphans.reduce(async (before, orphan) => {
      await before;
      await list.adopt(orphan);
      line(orphan);
    }, ready);
  }

  core.left.addEventListener('abort', () => void Promise.all(lines.values()).then(() => over.resolve()));
  return {
    send,
    takeOver,
    retry(key: string) {
      const unsent = list.find(key);
      if (unsent?.state !== 'failed') return;
      list.change(key, fresh);
      line(unsent);
    },
    drop: list.remove,
    /** The connection is back: what waits is tried at once. */
    wake: () => {
      for (const wake of sleepers) wake();
    },
  };
}

const fresh = { state: 'sending', share: null, why: '', mayRetry: false } as const;
