import type { Unsent } from '../chat.ts';
import type { Core } from './core.ts';
import { forgetPicture, keepPicture, keptPicture } from './pictures-kept.ts';
import { makePreview } from './preview.ts';
import { forgetUnsent, type KeptUnsent, keepUnsent } from './unsent-kept.ts';

type Picture = { file: Blob | undefined; uploaded: string | null; ending: AbortController };

/** The messages this window has yet to send: shown, and kept so that a reload or a crash does not lose them. */
export class UnsentList {
  readonly #core: Core;
  readonly #home: string;
  readonly #pictures = new Map<string, Picture>();

  constructor(core: Core, home: string) {
    this.#core = core;
    this.#home = home;
  }

  find(key: string) {
    return this.#core.box.get().unsent.find((unsent) => unsent.key === key);
  }

  pictureOf(key: string) {
    return this.#pictures.get(key);
  }

  add(unsent: Unsent, file: File | undefined) {
    const { box } = this.#core;
    box.set({ unsent: [...box.get().unsent, unsent] });
    if (!file) return;
    void this.#addPicture(unsent.key, file, null);
    void keepPicture(unsent.key, file);
  }

  show(key: string, change: Partial<Unsent>) {
    const { box } = this.#core;
    box.set({ unsent: box.get().unsent.map((unsent) => (unsent.key === key ? { ...unsent, ...change } : unsent)) });
  }

  /** What becomes of it outlives the page. */
  change(key: string, change: Partial<Unsent>) {
    this.show(key, change);
    this.keep(key);
  }

  /** It waits, and with it whatever is to follow it in its room. */
  holdWith(key: string, why: string) {
    const roomId = this.find(key)?.roomId;
    for (const unsent of this.#core.box.get().unsent)
      if (unsent.roomId === roomId && unsent.state === 'sending')
        this.change(unsent.key, { state: 'waiting', why, mayRetry: true, share: null });
  }

  keep(key: string) {
    const unsent = this.find(key);
    if (!unsent) return;
    const { share: _share, picture: _picture, ...rest } = unsent;
    const picture = this.#pictures.get(key);
    const kept = { home: this.#home, hasPicture: picture !== undefined, uploaded: picture?.uploaded ?? null };
    keepUnsent(this.#core.meId, { ...rest, ...kept });
  }

  /** It is sent, or given up. */
  remove(key: string) {
    const { box, meId } = this.#core;
    const unsent = this.find(key);
    if (!unsent) return;
    if (unsent.picture) URL.revokeObjectURL(unsent.picture.url);
    box.set({ unsent: box.get().unsent.filter((one) => one.key !== key) });
    forgetUnsent(meId, key);
    this.#pictures.get(key)?.ending.abort();
    if (this.#pictures.delete(key)) void forgetPicture(key);
  }

  /** Takes over what a window that is gone has left. */
  async adopt({ home: _home, hasPicture, uploaded, ...rest }: KeptUnsent) {
    const { box } = this.#core;
    const file = hasPicture ? await keptPicture(rest.key) : undefined;
    const picture = hasPicture ? { url: uploaded ?? '', width: 0, height: 0 } : null;
    const isLost = hasPicture && !file && uploaded === null;
    const unsent: Unsent = { ...rest, picture, share: null, ...(isLost && lost) };
    const all = [...box.get().unsent.filter(({ key }) => key !== rest.key), unsent];
    box.set({ unsent: all.sort((a, b) => a.createdAt.localeCompare(b.createdAt)) });
    if (hasPicture) void this.#addPicture(rest.key, file, uploaded);
    this.keep(rest.key);
  }

  async #addPicture(key: string, file: Blob | undefined, uploaded: string | null) {
    this.#pictures.set(key, { file, uploaded, ending: new AbortController() });
    if (!file) return;
    const picture = await makePreview(file);
    if (this.find(key)) this.show(key, { picture });
    else URL.revokeObjectURL(picture.url);
  }
}

const lost = { state: 'failed', why: '图片没有保存下来，请重新发送', mayRetry: false } as const;
