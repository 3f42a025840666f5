/** Pictures of messages that are not sent yet outlive a reload here, by the message's key. */
const database = 'chat';
const store = 'pictures';

/** Pictures at once: what goes beyond lives as long as the page. Each has at most the 10 MB of an upload. */
const picturesAtMost = 10;

/** False where this browser keeps nothing, or has no room. */
export async function keepPicture(key: string, picture: Blob): Promise<boolean> {
  try {
    if ((await inStore('readonly', (pictures) => pictures.count())) >= picturesAtMost) return false;
    await inStore('readwrite', (pictures) => pictures.put(picture, key));
    return true;
  } catch {
    return false;
  }
}

export async function keptPicture(key: string): Promise<Blob | undefined> {
  try {
    return await inStore('readonly', (pictures) => pictures.get(key) as IDBRequest<Blob | undefined>);
  } catch {
    return undefined;
  }
}

export async function forgetPicture(key: string) {
  try {
    await inStore('readwrite', (pictures) => pictures.delete(key));
  } catch {
    // nothing was kept
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
