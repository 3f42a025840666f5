import { readStored, writeStored } from '../../../../storage/stored-json.ts';
import type { Unsent } from '../chat.ts';
import type { Core } from './state.ts';

type Picture = { file: Blob | undefined; uploaded: string | null; ending: AbortController };

/** Unsent messages of this window, stored so that a reload or crash does not lose them. */
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

  /** Stores the state of an unsent message beyond the page. */
  change(key: string, change: Partial<Unsent>) {
    this.show(key, change);
    this.keep(key);
  }

  /** Marks a message as waiting; later ones of its room queue after it. */
  waitWith(key: string, why: string) {
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
    const stored = { home: this.#home, hasPicture: picture !== undefined, uploaded: picture?.uploaded ?? null };
    keepUnsent(this.#core.meId, { ...rest, ...stored });
  }

  /** Removes a message that was sent or dropped. */
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

  /** Adopts what a closed window left. */
  async adopt({ home: _home, hasPicture, uploaded, ...rest }: StoredUnsent) {
    const { box } = this.#core;
    const file = hasPicture ? await storedPicture(rest.key) : undefined;
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

/** A stored unsent message. `home`: the window that sends it; `uploaded`: address of its uploaded picture. */
type StoredUnsent = Omit<Unsent, 'share' | 'picture'> & {
  home: string;
  hasPicture: boolean;
  uploaded: string | null;
};

/** Each message has its own storage key, so that windows never overwrite each other's. Oldest first. */
export function readUnsent(memberId: number): StoredUnsent[] {
  const names = storedNames().filter((name) => name.startsWith(prefixFor(memberId)));
  return names
    .flatMap((name) => readStored<StoredUnsent>('localStorage', name) ?? [])
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

export function keepUnsent(memberId: number, unsent: StoredUnsent) {
  writeStored('localStorage', prefixFor(memberId) + unsent.key, unsent);
}

function forgetUnsent(memberId: number, key: string) {
  writeStored('localStorage', prefixFor(memberId) + key, undefined);
}

function prefixFor(memberId: number) {
  return `chat unsent ${memberId} `;
}

/** Blocked storage throws on access. */
function storedNames() {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return [];
  }
}

/** Stores pictures of unsent messages by message key. */
const database = 'chat';
const store = 'pictures';

/** Further pictures live only as long as the page. Each has at most the 10 MB of an upload. */
const picturesAtMost = 10;

/** False where storage is blocked or full. */
async function keepPicture(key: string, picture: Blob): Promise<boolean> {
  try {
    if ((await inStore('readonly', (pictures) => pictures.count())) >= picturesAtMost) return false;
    await inStore('readwrite', (pictures) => pictures.put(picture, key));
    return true;
  } catch {
    return false;
  }
}

async function storedPicture(key: string): Promise<Blob | undefined> {
  try {
    return await inStore('readonly', (pictures) => pictures.get(key) as IDBRequest<Blob | undefined>);
  } catch {
    return undefined;
  }
}

async function forgetPicture(key: string) {
  try {
    await inStore('readwrite', (pictures) => pictures.delete(key));
  } catch {
    // no picture was stored
  }
}

let opening: Promise<IDBDatabase> | undefined;

async function inStore<Result>(mode: IDBTransactionMode, act: (pictures: IDBObjectStore) => IDBRequest<Result>) {
  opening ??= openDatabase();
  const db = await opening;
  return answerOf(act(db.transaction(store, mode).objectStore(store)));
}

function openDatabase() {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return answerOf(request);
}

function answerOf<Result>(request: IDBRequest<Result>) {
  return new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const longestSide = 640;

type Preview = { url: string; width: number; height: number };

/** A small preview and the picture's size. The caller revokes the address. */
async function makePreview(picture: Blob): Promise<Preview> {
  try {
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return { url: URL.createObjectURL(await canvas.convertToBlob()), width, height };
  } catch {
    // not a picture, or not readable here: the server will refuse it
    return { url: '', width: 0, height: 0 };
  }
}
