import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import { type ArticleKind, maskedSecret } from '@mojian/contract/platform/rules';
import { storableText } from '@mojian/markdown/storable-text';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';
import { blankContent } from '../context.ts';

type Task = { put: () => LocalDraft } | { drop: string };

/**
 * Writes to IndexedDB one task at a time; while one runs, only the newest is queued. `onStored` reports whether the
 * newest is stored.
 */
export class LocalCopy {
  #next: Task | undefined;
  #writing: Promise<void> | undefined;
  #written: LocalDraft | undefined;
  #onStored: (isStored: boolean) => void;

  constructor(onStored: (isStored: boolean) => void) {
    this.#onStored = onStored;
  }

  /** Resolves once the newest entry is stored or has failed. */
  put(entry: () => LocalDraft) {
    return this.#do({ put: entry });
  }

  drop(name: string) {
    return this.#do({ drop: name });
  }

  /** Writes pending data synchronously to localStorage before the page may be discarded. */
  flushSync() {
    if (this.#next) return 'put' in this.#next && syncStore.write(this.#next.put());
    return this.#written !== undefined && syncStore.write(this.#written);
  }

  #do(task: Task) {
    this.#next = task;
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #drain() {
    while (this.#next) {
      await painted(); // deferred: joining and copying a long text would delay the key
      const task = this.#next;
      this.#next = undefined;
      if ('put' in task) await this.#write(task.put());
      else await deleteLocalDraft(task.drop).catch((cause) => console.warn('日志没有清掉', cause));
    }
  }

  async #write(entry: LocalDraft) {
    this.#written = entry;
    if (syncStore.fits(entry)) syncStore.write(entry);
    try {
      await putLocalDraft(entry);
      this.#onStored(true);
    } catch (cause) {
      console.warn('浏览器的数据库写不进去', cause);
      return this.#onStored(syncStore.write(entry));
    } finally {
      this.#written = undefined;
    }
    if ((syncStore.read(entry.name)?.at ?? 0) <= entry.at) syncStore.drop(entry.name);
  }
}

/** Milliseconds without a frame, as in a hidden tab. */
const frameWithin = 100;

/** Resolves once the next frame is painted. `flushSync` stores what waits for it. */
function painted() {
  return new Promise<void>((done) => {
    const late = setTimeout(done, frameWithin);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late);
        done();
      }),
    );
  });
}

interface DraftDatabase extends DBSchema {
  entries: { key: string; value: LocalDraft };
}

let opening: Promise<IDBPDatabase<DraftDatabase>> | undefined;

function database() {
  opening ??= open();
  return opening;
}

// async, so that a browser that throws at once rejects the promise as well
async function open() {
  const opened = openDB<DraftDatabase>('mojian-desk', 1, {
    upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'name' }),
    // closed by the browser for space or a removed profile: the next write reopens it
    terminated: () => {
      opening = undefined;
    },
  });
  return await opened.catch((cause) => {
    opening = undefined;
    throw cause;
  });
}

/** Stores a draft. Throws when storage is blocked or full. */
export async function putLocalDraft(entry: LocalDraft) {
  const write = (await database()).transaction('entries', 'readwrite', { durability: 'relaxed' });
  await Promise.all([write.store.put(entry), write.done]);
}

export async function deleteLocalDraft(name: string) {
  syncStore.drop(name);
  // rejects where storage is blocked, and no draft was stored
  await database().then(
    (db) => db.delete('entries', name),
    () => {},
  );
}

/** Lists a member's drafts that are not on the server, newest first. */
export async function listLocalDrafts(member: number): Promise<LocalDraft[]> {
  const large = await database()
    .then((db) => db.getAll('entries'))
    .catch(() => []);
  const byName = new Map<string, LocalDraft>();
  for (const entry of [...large, ...syncStore.list()]) {
    const newest = newer(byName.get(entry.name), entry);
    if (newest && entry.member === member) byName.set(entry.name, newest);
  }
  return [...byName.values()].sort((one, other) => other.at - one.at);
}

const newer = (one: LocalDraft | undefined, other: LocalDraft | undefined) =>
  (other?.at ?? 0) > (one?.at ?? 0) ? other : one;

/** Longest text written synchronously on each change. */
const fits = 30_000;
const place = (name: string) => `mojian:desk:${name}`;

/**
 * Synchronous localStorage store that covers pending IndexedDB writes, and replaces IndexedDB where it is unavailable.
 */
const syncStore = {
  read: (name: string) => readStored<LocalDraft>('localStorage', place(name)),
  drop: (name: string) => writeStored('localStorage', place(name), undefined),
  fits: ({ content }: LocalDraft) => content.markdown.length <= fits,

  /** Returns whether it was stored: the storage may be full or blocked. */
  write(entry: LocalDraft) {
    writeStored('localStorage', place(entry.name), entry);
    return syncStore.read(entry.name)?.at === entry.at;
  },

  /** Lists drafts of all members. */
  list(): LocalDraft[] {
    try {
      const names = Object.keys(localStorage).filter((key) => key.startsWith(place('')));
      return names.flatMap((key) => syncStore.read(key.slice(place('').length)) ?? []);
    } catch {
      return [];
    }
  },
};

/** Draft stored in this browser until the server has it. */
export type LocalDraft = {
  /** Primary key: member and key. */
  name: string;
  member: number;
  /** Null before the first save on the server. */
  id: number | null;
  /** Stable key created in the browser. */
  key: string;
  /** Base version on the server; null before the first save. */
  version: number | null;
  /** Missing for an article, and in drafts stored by an earlier version. */
  kind?: ArticleKind | undefined;
  content: ArticleContent;
  /** Content of a request without a response, which the server may have saved. */
  sent: ArticleContent | null;
  at: number;
};

export type DraftPlace = Pick<LocalDraft, 'id' | 'key' | 'version' | 'kind'>;

export function localDraftName(member: number, key: string) {
  return `${member}:${key}`;
}

/** Compares content as the server normalizes it. */
export function isSameContent(one: ArticleContent, other: ArticleContent) {
  return normalized(one) === normalized(other);
}

export function isBlankContent(content: ArticleContent) {
  return isSameContent(content, blankContent);
}

function normalized(content: ArticleContent) {
  const names = Object.keys(blankContent) as (keyof ArticleContent)[];
  return JSON.stringify(names.map((name) => normalizedValue(name, content[name] ?? blankContent[name])));
}

function normalizedValue(name: keyof ArticleContent, value: ArticleContent[keyof ArticleContent]) {
  if (typeof value === 'string') return name === 'markdown' ? storableText(value) : storableText(value).trim();
  return Array.isArray(value) ? [...new Set(value.map((tag) => storableText(tag).trim()))] : value;
}

// crypto.randomUUID needs https
export function newDraftKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

type NewestContent = {
  content: ArticleContent;
  /** Base version: until a conflict is merged that of the local draft, so that a reload finds the conflict again. */
  version: number | null;
  /** `journal`: the local draft is newer. `stale`: both changed and differ. */
  from: 'server' | 'journal' | 'stale';
};

/** Content as the server answers it: a password it has arrived at is not sent back. */
export function withMask(content: ArticleContent): ArticleContent {
  return content.password ? { ...content, password: maskedSecret } : content;
}

/** Chooses between the server's draft and the local one. */
export function chooseNewest(draft: Draft, entry: LocalDraft | undefined): NewestContent {
  const { content, version } = draft;
  if (!entry || isSameContent(entry.content, content)) return { content, version, from: 'server' };
  // the last request may have been saved without a response: then the server's version is our own
  const isOurs = entry.version === version || (entry.sent !== null && isSameContent(withMask(entry.sent), content));
  if (!isOurs) return { content: entry.content, version: entry.version, from: 'stale' };
  return { content: entry.content, version, from: 'journal' };
}
