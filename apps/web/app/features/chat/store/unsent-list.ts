import type { Unsent } from '../chat.ts';
import type { Core } from './core.ts';
import { forgetPicture, keepPicture, keptPicture } from './pictures-kept.ts';
import { makePreview } from './preview.ts';
import { forgetUnsent, type KeptUnsent, keepUnsent } from './unsent-kept.ts';

type Picture = { file: Blob | undefined; uploaded: string | null; ending: AbortController };

export type UnsentList = ReturnType<typeof createUnsentList>;

/** The messages this window has yet to send: shown, and kept so that a reload or a crash does not lose them. */
export function createUnsentList({ box, meId }: Core, home: string) {
  const pictures = new Map<string, Picture>();
  const find = (key: string) => box.get().unsent.find((unsent) => unsent.key === key);
  const show = (key: string, change: Partial<Unsent>) =>
    box.set({ unsent: box.get().unsent.map((unsent) => (unsent.key === key ? { ...unsent, ...change } : unsent)) });

  function keep(key: string) {
    const unsent = find(key);
    if (!unsent) return;
    const { share: _share, picture: _picture, ...rest } = unsent;
    const picture = pictures.get(key);
    keepUnsent(meId, { ...rest, home, hasPicture: picture !== undefined, uploaded: picture?.uploaded ?? null });
  }

  async function addPicture(key: string, file: Blob | undefined, uploaded: string | null) {
    pictures.set(key, { file, uploaded, ending: new AbortController() });
    if (!file) return show(key, { picture: { url: uploaded ?? '', width: 0, height: 0 } });
    const picture = await makePreview(file);
    if (find(key)) show(key, { picture });
    else URL.revokeObjectURL(picture.url);
  }

  function remove(key: string) {
    const unsent = find(key);
    if (!unsent) return;
    if (unsent.picture) URL.revokeObjectURL(unsent.picture.url);
    pictures.get(key)?.ending.abort();
    box.set({ unsent: box.get().unsent.filter((one) => one.key !== key) });
    forgetUnsent(meId, key);
    if (pictures.delete(key)) void forgetPicture(key);
  }

  return {
    find,
    show,
    remove,
    pictureOf: (key: string) => pictures.get(key),
    add(unsent: Unsent, file: File | undefined) {
      box.set({ unsent: [...box.get().unsent, unsent] });
      if (file) {
        void addPicture(unsent.key, file, null);
        void keepPicture(unsent.key, file);
      }
    },
    /** What becomes of it outlives the page. */
    change(key: string, change: Partial<Unsent>) {
      show(key, change);
      keep(key);
    },
    keep,
    /** Takes over what a window that is gone has left. */
    async adopt({ home: _home, hasPicture, uploaded, ...rest }: KeptUnsent) {
      const file = hasPicture ? await keptPicture(rest.key) : undefined;
      const isLost = hasPicture && !file && uploaded === null;
      const lost = { state: 'failed', why: '图片没有留住，请再发一次', mayRetry: false } as const;
      const picture = hasPicture ? { url: uploaded ?? '', width: 0, height: 0 } : null;
      const unsent: Unsent = { ...rest, picture, share: null, ...(isLost && lost) };
      const all = [...box.get().unsent.filter(({ key }) => key !== rest.key), unsent];
      box.set({ unsent: all.sort((a, b) => a.createdAt.localeCompare(b.createdAt)) });
      if (hasPicture) void addPicture(rest.key, file, uploaded);
      keep(rest.key);
    },
  };
}
